"""Typesets the article: paper/paper.typ with the figures of FOLDER into FOLDER/chesscensus.pdf; used by make paper.

    python paper/compile.py paper/out [--png]     --png writes the pages as pictures, too

The file appears complete or not at all.
"""
import os
import sys

try:
    import typst
except ImportError:
    sys.exit("paper/compile.py: no typesetter: make venv installs it (package typst, pinned in requirements.txt)")


def write(path, data):
    with open(path + ".tmp", "wb") as f:
        f.write(data)
    os.replace(path + ".tmp", path)


def main(arguments):
    folders = [a for a in arguments if not a.startswith("-")]
    if len(folders) != 1:
        sys.exit("usage: python paper/compile.py FOLDER [--png]")
    out = folders[0]
    if not os.path.exists(os.path.join(out, "numbers.json")):
        sys.exit(f"paper/compile.py: {out} has no numbers.json: chesscensus figures {out} makes it")
    here = os.path.dirname(os.path.abspath(__file__))
    source = os.path.join(here, "paper.typ")
    root = os.path.commonpath([here, os.path.abspath(out)])
    inputs = {"out": "/" + os.path.relpath(os.path.abspath(out), root)}
    compiler = typst.Compiler(source, root=root, sys_inputs=inputs, ignore_system_fonts=True)
    write(os.path.join(out, "chesscensus.pdf"), compiler.compile(format="pdf"))
    if "--png" in arguments:
        pages = compiler.compile(format="png", ppi=96)
        for i, page in enumerate(pages if isinstance(pages, list) else [pages], 1):
            write(os.path.join(out, f"page-{i:02}.png"), page)


if __name__ == "__main__":
    main(sys.argv[1:])
