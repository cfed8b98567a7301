"""Takes the picture of README.md: a notebook in JupyterLab, with a board that judges and an estimate.

    make kernel .stamps/browser && .browser/venv/bin/python jupyter/browser/picture.py . .browser docs/img/notebook.png
"""

import sys
from pathlib import Path

from lab import Notebook, Server, find_browser
from playwright.sync_api import sync_playwright

CELLS = ["census.Estimate(census.Plan{})", 'census.SetupBoard("4k3/8/8/8/8/8/1P6/B3K3 b - -")']


def main(root, folder, picture):
    Path(folder).mkdir(exist_ok=True)
    with Server(root, Path(folder).resolve()) as server, sync_playwright() as p:
        server.new_notebook("census.ipynb")
        browser = p.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 900}, color_scheme="light")
        notebook = Notebook(page, server, "census.ipynb")
        page.keyboard.press("Control+b")  # without the list of files
        for text in CELLS:
            notebook.run_cell(text, 300)
        page.wait_for_timeout(3000)
        page.locator(".jp-WindowedPanel-outer").evaluate("e => { e.scrollTop = 0 }")
        page.wait_for_timeout(500)
        page.screenshot(path=picture)
        browser.close()


main(*sys.argv[1:])
