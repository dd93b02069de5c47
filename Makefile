# Everything runs in .venv, which any target sets up when it is missing or out of date.
PYTHON ?= python3
BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
STAMP := .venv/up-to-date
# what the tests and benchmarks compare with is large (torch, JAX); other targets do without it,
# and without a cluster (Dask)
EXTRAS := dev,mpi
COMPARED := dev,mpi,torch,oracle,dask
# nbgrader starts alembic by name, so what .venv installs must be on PATH
export PATH := $(CURDIR)/$(BIN):$(PATH)

COMPILE := uv pip compile --universal --no-header --no-annotate --all-extras pyproject.toml

.PHONY: setup lab test prove bench lint demo constraints clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "shardlab needs Python 3.11 or newer; name one: make $(MAKECMDGOALS) PYTHON=python3.12")'
	@echo "Setting up .venv: two to three minutes, this once."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@

$(STAMP)-compared: $(STAMP)
	@echo "Adding to .venv what is compared with ($(COMPARED)): about 1 GB, this once."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(COMPARED)]'
	@touch $@

lab: setup
	autograder lab

lint: setup
	ruff check .
	ruff format --check lib autograder tests benchmarks nbgrader_config.py
	autograder build --check

test: $(STAMP)-compared lint
	python -m pytest -n auto --dist loadfile --no-loadscope-reorder

prove: setup
	autograder prove --strict

# one BLAS thread, so that emulated devices and one device get the same; the kernel that BLAS picks
bench: $(STAMP)-compared
	env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 \
		python -m benchmarks

demo: setup
	autograder demo

# pin the newest releases that fit pyproject.toml
constraints: setup
	echo '# $(COMPILE) (make constraints writes this file)' > constraints.txt.new
	$(COMPILE) --upgrade --quiet >> constraints.txt.new
	mv constraints.txt.new constraints.txt

clean:
	rm -rf .venv demo .ruff_cache .pytest_cache .hypothesis
