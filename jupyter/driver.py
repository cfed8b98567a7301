"""Executes one notebook on a Jupyter kernel and saves it with its outputs.

Usage: driver.py SOURCE TARGET KERNEL DISPLAY_NAME TIMEOUT_SECONDS

Started by jupyter (Go), which reads one JSON object a line from
standard output:

    {"event": "cell", "cell": 3, "cells": 12}         before a code cell
    {"event": "failed", "cell": 3, "kind": "timeout", "text": "..."}
    {"event": "done"}

The notebook is saved to TARGET whether or not a cell failed; a failed one has
the error among its outputs. Everything that differs from run to run is left
out, so that executing an unchanged notebook again gives the same file.
"""

import json
import os
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

# Keys of a cell's metadata that tools use to store times and screen state.
VOLATILE = ("execution", "ExecuteTime", "papermill", "collapsed", "scrolled")


def emit(event, **fields):
    """Reports one event to the Go side."""
    print(json.dumps({"event": event, **fields}), flush=True)


def load(path):
    """Reads a notebook, giving cells without an id one that stays the same."""
    with open(path, encoding="utf-8") as f:
        raw = json.load(f)
    taken = {cell.get("id") for cell in raw.get("cells", [])}
    for number, cell in enumerate(raw.get("cells", []), 1):
        if not cell.get("id"):
            name = f"cell-{number}"
            while name in taken:
                name += "x"
            taken.add(name)
            cell["id"] = name
    raw["nbformat_minor"] = max(5, raw.get("nbformat_minor", 0))
    return nbformat.reads(json.dumps(raw), as_version=4)


def clear(nb):
    """Removes the outputs of earlier runs, so that none survives a failure."""
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None


def output_rank(output):
    """Returns the rank of an output within its cell; sorting is stable.

    Text and figures keep their order. Standard error has a pipe of its own, so
    the time of its arrival is random: it comes after them, then the error.
    """
    if output.output_type == "stream" and output.name == "stderr":
        return 1
    return 2 if output.output_type == "error" else 0


def join_texts(outputs):
    """Joins texts of one stream that follow each other."""
    result = []
    for output in outputs:
        last = result[-1] if result else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            result.append(output)
    return result


def normalize(nb, kernel, display_name):
    """Removes metadata that differ from run to run or from machine to machine, and sorts the outputs."""
    nb.metadata["kernelspec"] = {"display_name": display_name, "language": "go", "name": kernel}
    nb.metadata.pop("widgets", None)
    nb.metadata.get("language_info", {}).pop("version", None)
    for cell in nb.cells:
        for key in VOLATILE:
            cell.metadata.pop(key, None)
        if cell.cell_type == "code":
            cell.outputs = join_texts(sorted(cell.outputs, key=output_rank))


def run(source, target, kernel, display_name, timeout):
    """Executes the notebook and saves it to target."""
    nb = load(source)
    clear(nb)
    current = 0  # number of the cell that is running

    def starting(cell, cell_index):
        nonlocal current
        current = cell_index + 1
        emit("cell", cell=current, cells=len(nb.cells))

    client = NotebookClient(
        nb,
        kernel_name=kernel,
        timeout=timeout,
        startup_timeout=600,
        iopub_timeout=300,
        force_raise_errors=True,  # no tag excuses a failing cell
        skip_cells_with_tag="",  # and none skips one
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": os.path.dirname(os.path.abspath(source))}},
        on_cell_execute=starting,
    )
    failure = None
    try:
        client.execute()
    except CellExecutionError as err:
        failure = ("error", str(err))
    except CellTimeoutError:
        failure = ("timeout", f"the cell ran longer than {timeout} s")
    except DeadKernelError:
        failure = ("kernel", "the kernel died")
    except RuntimeError as err:  # what nbclient raises if the kernel does not start
        failure = ("kernel", f"the kernel did not start: {err}" if current == 0 else str(err))
    normalize(nb, kernel, display_name)
    nbformat.write(nb, target)
    if failure:
        emit("failed", cell=current, kind=failure[0], text=failure[1])
    else:
        emit("done")


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
