"""Parameters of papermill as Go, for notebooks of the kernel "chesscensus".

papermill finds this module by the entry point "papermill.engine" when it starts, and with it the translator. A notebook has a
cell tagged "parameters" that defines variables, such as

    draws, precision, space := 1000, 0.01, "ranked"

and papermill -p draws 5000 puts a cell after it that assigns: draws = 5000. So a variable keeps its type, and a name that the
notebook does not define is an error of that cell.
"""

import json
import math
import re

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators


class Engine(NBClientEngine):
    """Papermill's own engine, under the name "chesscensus"."""


def type_of(values):
    """Returns the Go type of the elements of a list: a basic type that fits all of them, else any."""
    kinds = {type(v) for v in values}
    for go, known in (("bool", {bool}), ("int", {int}), ("float64", {int, float}), ("string", {str})):
        if kinds and kinds <= known:
            return go
    return "any"


def literal(value):
    """Returns a value as a Go expression. Texts and numbers are untyped constants, so that they fit variables of any such type."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "math.NaN()" if math.isnan(value) else f"math.Inf({'1' if value > 0 else '-1'})"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[]{type_of(value)}{{{', '.join(map(literal, value))}}}"
    if isinstance(value, dict):
        items = ", ".join(f"{literal(str(k))}: {literal(v)}" for k, v in value.items())
        return f"map[string]{type_of(value.values())}{{{items}}}"
    return json.dumps(str(value), ensure_ascii=False)


class GoTranslator(Translator):
    """Writes the cell with the parameters."""

    @classmethod
    def translate(cls, val):
        return literal(val)

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()

    @classmethod
    def assign(cls, name, str_val):
        return f"{name} = {str_val}"

    @classmethod
    def inspect(cls, parameters_cell):
        """Returns the parameters of a cell for papermill: from lines such as name, name := value, value // help."""
        found = []
        for line in parameters_cell["source"].splitlines():
            match = re.match(r"(\w+(?:\s*,\s*\w+)*)\s*:=\s*(.+?)(?:\s*//\s*(.*))?$", line.strip())
            if match:
                names = re.split(r"\s*,\s*", match[1])
                values = re.findall(r"""(?:"[^"]*"|\([^()]*\)|[{][^{}]*[}]|[^,])+""", match[2])
                if len(values) != len(names):
                    values = [match[2]] * len(names)
                found += [Parameter(n, "None", v.strip(), match[3] or "") for n, v in zip(names, values)]
        return found


papermill_translators.register("chesscensus", GoTranslator)
