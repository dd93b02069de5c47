"""The factors between a number and the same thing in another unit, with the sentence for each."""

from collections.abc import Iterator

PREFIXES = "KMGT"  # KB = 10**3 bytes, KiB = 2**10 bytes, and so on
BYTES = {"bytes", *(p + "B" for p in PREFIXES), *(p + "iB" for p in PREFIXES)}
SECONDS = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
WIDTH = {"FP64": 8, "FP32": 4, "FP16": 2, "BF16": 2, "FP8": 1}  # bytes a value


def factors(unit, n, dtype) -> Iterator[tuple[float, str]]:
    """What the wrong unit, number of devices or dtype makes of the right number: (factor, how)."""
    if unit == "fraction":
        yield 100, "a percentage; give a fraction between 0 and 1, so do not multiply by 100"
    if unit == "ratio":
        yield 100, "a percentage; give the ratio itself, so do not multiply by 100"
    if unit in ("percent", "%"):
        yield 1 / 100, "a fraction; give it in percent, 100 times as much"
    for k, prefix in enumerate(PREFIXES, 1):
        decimal, binary, ratio = f"{prefix}B", f"{prefix}iB", 1.024**k
        if unit == decimal:
            how = f"divide by 10**{3 * k}, not 2**{10 * k}"
            yield 1 / ratio, f"in {binary}, asked for is {decimal}; {how}"
        if unit == binary:
            how = f"divide by 2**{10 * k}, not 10**{3 * k}"
            yield ratio, f"in {decimal}, asked for is {binary}; {how}"
    if n and n > 1:
        for factor, side in ((n, "large"), (1 / n, "small")):
            how = "is it for one device or for all?"
            yield factor, f"{n} times too {side}, the number of devices; {how}"
    for other in ("FP64", "FP32", "FP16", "FP8") if dtype in WIDTH else ():
        if WIDTH[other] != WIDTH[dtype]:
            width = f"{WIDTH[dtype]} byte{'s' * (WIDTH[dtype] > 1)}"
            how = f"counted in {other}, asked for is {dtype}; a {dtype} value takes {width}"
            yield WIDTH[other] / WIDTH[dtype], how
    if unit in BYTES:
        yield 8, "in bits, asked for is bytes; 8 bits are one byte"
        yield 1 / 8, "divided by 8 as bits are; a byte is divided by 8 only if it was a bit"
    if unit == "bits":
        yield 1 / 8, "in bytes, asked for is bits; one byte is 8 bits"
    for other, second in SECONDS.items() if unit in SECONDS else ():
        if other != unit:
            how = f"in {other}, asked for is {unit}; convert before you compare"
            yield SECONDS[unit] / second, how


def plain_factors() -> Iterator[tuple[float, str]]:
    """Factors that no unit explains; few, since a number is some multiple of any other."""
    for base in (1000, 1024):
        for k in range(1, 5):
            for factor, side in ((base**k, "large"), (base**-k, "small")):
                yield factor, f"{base**k} times too {side}; look at the unit's prefix (k, M, G)"
    for factor, side in ((100, "large"), (1 / 100, "small")):
        yield factor, f"100 times too {side}; look at percent and fraction"
    for k in (2, 4, 8):
        for factor, side in ((k, "large"), (1 / k, "small")):
            yield factor, f"{k} times too {side}; look for a factor too many or too few"
