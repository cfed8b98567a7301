"""A person's first hour in the laboratory, done by a program in a headless Chromium: `make browser`.

Usage: journey.py ROOT FOLDER [STEP...]

ROOT is the project, FOLDER takes screenshots, logs and copies of the notebooks. Without a name all steps are
made, in the order of STEPS; the name "short" stands for those of SHORT, a minute in all, which CI makes. A step that fails is told with its reason and a screenshot, and the others go on;
the exit status is then 1. It is 2 if something is missing that has to be installed. The last lines are the times
that were measured, in seconds of the clock: they say more on a machine that does nothing else.
"""

import fcntl
import signal
import sys
import time
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

from lab import Missing, Notebook, Server, find_browser
from mission import MISSION

# The first notebook of a user who knows what to ask for: a hundred thousand draws judged and counted, the
# estimate with its interval, a histogram, a random legal position with its game, two spaces compared.
FIRST_LINES = (
    "s := census.Survey(census.Sample{Draws: 100_000, Effort: census.Kernel})",
    "s",
    "census.Estimate(census.Plan{Precision: 0.01})",
    "plots.PieceHistogram(census.ByMen(s), plots.HistogramOptions{})",
    "census.RandomPosition(1)",
    'census.Compare(10_000, "ranked-repaired", "material")',
)

# What each of these shows: a selector within the output, and a text in it.
FIRST_OUTPUTS = (None, ("table", "±"), (None, "±"), ("img", ""), (".cc-player[data-ready]", "play"), ("table", "material"))

LONG_CELL = "census.Survey(census.Sample{Draws: 2_000_000, Seed: 77})"


class Journey:
    """What the steps share: the page, the server, and the times that were measured."""

    def __init__(self, server, browser, folder):
        self.server, self.folder, self.times = server, Path(folder), {}
        self.page = browser.new_page(viewport={"width": 1280, "height": 1100})
        self.page.set_default_timeout(60_000)

    def open(self, name):
        return Notebook(self.page, self.server, name)

    def fresh(self, name):
        """Opens a new notebook with one empty cell."""
        self.server.new_notebook(name)
        return self.open(name)

    def shot(self, name):
        self.page.screenshot(path=self.folder / f"{name}.png")

    def measure(self, what, seconds):
        self.times[what] = seconds


def want(condition, text):
    """Fails the step with a text unless the condition holds."""
    if not condition:
        raise AssertionError(text)


def no_errors(notebook):
    errors = notebook.errors()
    want(not errors, f"{notebook.name} shows errors: {errors}")


def welcome(j):
    """Notebook 00: all cells run, boards and players are there."""
    n = j.open("00-welcome.ipynb")
    j.measure("notebook 00, all cells", n.run_all(1500))
    no_errors(n)
    players = j.page.locator(".cc-player[data-ready]")
    want(players.count() == 6, f"{players.count()} players of 6 are ready")
    want(j.page.locator(".jp-OutputArea img").count() >= 7, "boards are missing")
    j.shot("00-welcome")
    play_a_game(j, players.first)


def play_a_game(j, player):
    """The player goes forward and back by keys, buttons, slider and list."""
    board = lambda: player.locator("svg use").evaluate_all("men => men.map(m => m.getAttribute('href') + m.getAttribute('x') + ',' + m.getAttribute('y')).sort().join()")

    def at(ply, how):
        got = player.get_attribute("data-ply")
        want(got == str(ply), f"after {how} the player shows ply {got}, want {ply}")

    player.scroll_into_view_if_needed()
    at(10, "the start")
    end = board()
    player.locator("button[title='first position']").click()
    at(0, "the first button")
    start = board()
    want(start != end, "the board at the start is that at the end")
    for i in range(1, 4):
        player.press("ArrowRight")
        at(i, "the right key")
    third = board()
    player.press("ArrowLeft")
    at(2, "the left key")
    player.locator("button[title='one move forward']").click()
    at(3, "the forward button")
    want(board() == third, "three moves forward by another way give another board")
    player.locator(".cc-move.capture").first.click()
    at(6, "a click on the first capture")
    player.screenshot(path=j.folder / "player.png")
    player.locator("input[type=range]").fill("1")
    at(1, "the slider")
    player.locator("button[title='play or pause']").click()
    j.page.wait_for_function("p => +p.dataset.ply >= 3", arg=player.element_handle(), timeout=10_000)
    player.locator("button[title='play or pause']").click()
    player.press("End")
    at(10, "the end key")
    want(board() == end, "the end is another one than before")


def first_notebook(j):
    """A user's first notebook, typed: at most eight lines, no import."""
    want(len(FIRST_LINES) <= 8, "too many lines")
    n = j.fresh("first.ipynb")
    for i, (line, shows) in enumerate(zip(FIRST_LINES, FIRST_OUTPUTS)):
        cell, seconds = n.run_cell(line, 400)
        j.measure(f"first notebook, line {i + 1}", seconds)
        if shows:
            selector, text = shows
            output = n.output(cell)
            texts = output.all_inner_texts()  # the first is empty where a bar stood
            want(any(text in t for t in texts), f"{line} shows {texts}, want {text!r}")
            want(selector is None or output.locator(selector).count() > 0, f"{line} shows no {selector}")
    no_errors(n)
    j.shot("first-notebook")
    n.code_cells().nth(3).scroll_into_view_if_needed()
    j.shot("first-notebook-2")


def mission(j):
    """What a statistician does with these sets, typed into an empty notebook, no task longer than it should be."""
    n = j.fresh("mission.ipynb")
    for number, (task, most, text, texts, selectors) in enumerate(MISSION):
        lines = text.count("\n") + 1
        want(lines <= most, f"{task} takes {lines} lines, want at most {most}")
        cell, seconds = n.run_cell(text, 400)
        j.measure(f"mission: {task}, in {lines} lines", seconds)
        output = n.output(cell)
        shown = "\n".join(output.all_inner_texts())
        for wanted in texts:
            want(wanted in shown, f"{task}: shows {shown!r}, want {wanted!r}")
        for selector, least in selectors.items():
            want(output.locator(selector).count() >= least, f"{task}: shows {output.locator(selector).count()} of {selector}, want {least}")
        no_errors(n)
        cell.scroll_into_view_if_needed()
        j.shot(f"mission-{'abcdef'[number]}")
    pdf = j.server.folder / "notebooks" / "two-panels.pdf"
    want(pdf.read_bytes().startswith(b"%PDF"), f"{pdf} is no PDF")


def help_under_the_fingers(j):
    """Tab completes, Shift-Tab shows the doc comment. JupyterLab forgets a request after a second, so how often Tab must be pressed
    says how busy the machine is, and is only told."""
    n = j.fresh("help.ipynb")
    for attempt in ("first", "second"):
        n.add_cell("census.Est")
        tries, seconds = n.complete("Estimate", 60)
        j.measure(f"Tab, {attempt} time, at try {tries}", seconds)
        j.shot(f"tab-{attempt}")
        j.page.keyboard.press("Escape")
    n.add_cell("census.Estimate")
    j.measure("Shift-Tab", n.inspect("estimates the number of legal positions", 40))
    j.shot("shift-tab")


def stop_a_long_cell(j):
    """The stop button ends a cell at once, and what was computed is there."""
    n = j.fresh("stop.ipynb")
    j.measure("first cell of a session", n.run_cell("n := 6")[1])
    cell, seconds = n.run_cell("7 * n")
    j.measure("trivial cell", seconds)
    want(n.output(cell).first.inner_text().strip() == "42", "the second cell does not know the first")
    cell = n.start_cell(LONG_CELL)
    live = n.output(cell).locator(".cc-live svg")
    live.wait_for(timeout=120_000)  # the estimate so far, as a figure
    width = lambda: live.locator("polyline").get_attribute("points").count(",")
    first = width()
    j.page.wait_for_function("n => document.querySelector('.cc-live polyline')?.getAttribute('points').split(',').length - 1 > n", arg=first, timeout=120_000)  # it grows
    want("a second" in n.output(cell).first.inner_text(), "no rate is shown")
    j.shot("long-cell")
    before = time.monotonic()
    n.interrupt()
    n.done(cell, 30)
    j.measure("stop button", time.monotonic() - before)
    text = "\n".join(n.output(cell).all_inner_texts())
    want("legal positions" in text and "seed 77" in text and "stopped after" in text, f"no partial result: {text!r}")
    want(n.output(cell).locator(".cc-live").count() == 0, "the bar is still there")
    no_errors(n)
    j.shot("long-cell-stopped")
    cell, _ = n.run_cell("n + 1")
    want(n.output(cell).first.inner_text().strip() == "7", "the variable is lost after the stop")


def leaf_through_pages(j):
    """Pages turn by slider, button and key, and one of them is seen at a time."""
    n = j.fresh("slides.ipynb")
    cell, _ = n.run_cell('one := census.Bars([]string{"one"}, []float64{1}, 0); two := census.Bars([]string{"two"}, []float64{2}, 0)\n'
                         'census.Slides([]string{"first", "second"}, []census.Picture{one, two})', 120)
    no_errors(n)
    slides = n.output(cell).locator(".cc-slides[data-ready]")

    def sees(title, how):
        pages = slides.locator(".cc-page").evaluate_all("pages => pages.filter(p => p.offsetHeight > 0).map(p => p.querySelector('img').alt)")
        label = {"first": "one", "second": "two"}[title]
        want(slides.locator(".cc-title").inner_text() == title and len(pages) == 1 and pages[0].startswith(label), f"after {how}: {pages}")

    sees("first", "the start")
    slides.locator("input[type=range]").fill("1")
    sees("second", "the slider")
    slides.locator("button[title='one further']").click()
    sees("first", "the button, from the last page")
    slides.press("ArrowRight")
    sees("second", "the right key")
    slides.locator("button[title='one back']").click()
    sees("first", "the back button")
    j.shot("slides")


def judged(root, fen, seconds=60):
    """Waits until a setup board has shown the verdict on a FEN record, and returns its words."""
    root.page.wait_for_function("([e, fen]) => e.dataset.judged === fen", arg=[root.element_handle(), fen], timeout=1000 * seconds)
    return root.locator(".cc-verdict").inner_text()


def set_up_a_board(j):
    """Men are placed with the mouse and by keys, and the verdict with its reason follows, also while another cell runs."""
    n = j.fresh("setup.ipynb")
    cell, _ = n.run_cell('census.SetupBoard("4k3/8/8/8/8/8/8/4K3 w - -")', 120)
    no_errors(n)
    root = n.output(cell).locator(".cc-asking[data-ready]")
    board, mouse = root.locator(".cc-setup"), j.page.mouse
    want("legal: a game" in root.locator(".cc-verdict").inner_text(), "the first verdict is missing")

    def at(square):
        """The middle of a square in the window."""
        box = board.bounding_box()
        return box["x"] + box["width"] * (94 + 100 * "abcdefgh".index(square[0])) / 888, box["y"] + box["height"] * (94 + 100 * (8 - int(square[1]))) / 888

    def drag(start, square):
        mouse.move(*start)
        mouse.down()
        mouse.move(*at("d5"), steps=3)
        mouse.move(*(at(square) if square else (5, 5)), steps=3)
        mouse.up()

    def from_palette(man):
        box = root.locator(f'[data-man="{man}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    root.scroll_into_view_if_needed()
    before = time.monotonic()
    drag(from_palette("B"), "a1")
    words = judged(root, "4k3/8/8/8/8/8/8/B3K3 w - -")
    j.measure("setup board, first verdict", time.monotonic() - before)
    want(words.startswith("legal"), words)
    root.locator('[data-man="P"]').click()
    mouse.click(*at("b2"))
    root.locator("select").first.select_option("b")
    before = time.monotonic()
    words = judged(root, "4k3/8/8/8/8/8/1P6/B3K3 b - -")
    j.measure("setup board, another verdict", time.monotonic() - before)
    want(words.startswith("illegal"), words)
    j.shot("setup-illegal")
    n.start_cell("time.Sleep(20 * time.Second)")  # the board answers all the same
    drag(at("b2"), "c3")
    words = judged(root, "4k3/8/8/8/8/2P5/8/B3K3 b - -", 15)
    want(words.startswith("legal"), words)
    want(root.locator(".cc-verdict .cc-player[data-ready]").count() == 1, "the game cannot be played")
    drag(at("a1"), "")
    want(judged(root, "4k3/8/8/8/8/2P5/8/4K3 b - -").startswith("legal"), "without the bishop")
    mouse.click(*at("e8"))  # the pawn is still chosen
    want(judged(root, "4P3/8/8/8/8/2P5/8/4K3 b - -").startswith("illegal"), "a pawn on the last row, and no king")
    board.press("k")
    board.press("ArrowLeft")
    board.press("q")
    want(judged(root, "3qk3/8/8/8/8/2P5/8/4K3 b - -").startswith("legal"), "by keys")
    root.locator("text=undo").click()
    want(judged(root, "4k3/8/8/8/8/2P5/8/4K3 b - -").startswith("legal"), "taken back")
    root.locator("input[type=text]").fill("KKKKKKKK/K7/8/8/8/8/8/8 w - -")
    root.locator("input[type=text]").press("Enter")
    want(judged(root, "KKKKKKKK/K7/8/8/8/8/8/8 w - -").startswith("illegal"), "nine kings")
    n.interrupt()
    j.shot("setup")


def ask_for_more(j):
    """Sliders compute a picture anew, by any function of the cell; a button draws another random legal position with its game."""
    n = j.fresh("more.ipynb")
    n.run_cell("factor := 3", 120)
    cell, _ = n.run_cell('product := func(v ...int) (census.Picture, error) {\n'
                         'return census.Bars([]string{"product"}, []float64{float64(factor * v[0] * v[1])}, 0)\n}\n'
                         'captures := census.Slider{"captures", 0, 9, 2}\n'
                         'census.Sliders(product, captures, census.Slider{"promotions", 0, 9, 1})', 120)
    no_errors(n)
    root = n.output(cell).locator(".cc-asking[data-ready]")
    shown = lambda: root.locator(".cc-still img").get_attribute("alt")
    want(shown() == "product: 6", f"the first picture is {shown()!r}")
    slider = root.locator("input[type=range]")
    before = time.monotonic()
    slider.nth(0).fill("7")
    root.locator('xpath=self::*[@data-values="7,1"]').wait_for(timeout=60_000)
    j.measure("slider, first move: the program of the cell is started", time.monotonic() - before)
    want(shown() == "product: 21", f"after the first slider {shown()!r}")
    before = time.monotonic()
    slider.nth(1).press("ArrowRight")
    root.locator('xpath=self::*[@data-values="7,2"]').wait_for(timeout=60_000)
    j.measure("slider, another move", time.monotonic() - before)
    want(shown() == "product: 42", f"after the second slider {shown()!r}")
    j.shot("sliders")
    cell, _ = n.run_cell("census.RandomPositions(1)", 120)
    root = n.output(cell).locator(".cc-asking[data-ready]")
    first = root.locator(".cc-list").text_content()
    before = time.monotonic()
    root.locator("button", has_text="another random legal position").click()
    j.page.wait_for_function("e => e.dataset.seed !== '1'", arg=root.element_handle(), timeout=60_000)
    j.measure("another random legal position, with its game", time.monotonic() - before)
    want(root.locator(".cc-player[data-ready]").count() == 1, "the game cannot be played")
    want(root.locator(".cc-list").text_content() != first, "the same game again")
    no_errors(n)
    j.shot("another")
    n.restart()  # the pictures stay, and say what to do
    root.locator("button", has_text="another random legal position").click()
    root.locator(".cc-status", has_text="Run its cell again").wait_for(timeout=60_000)


def restart_the_kernel(j):
    """After a restart the kernel is idle soon, and an estimate comes from the disk."""
    n = j.fresh("restart.ipynb")
    line = "census.Estimate(census.Plan{CPU: 3 * time.Second, Seed: 5})"
    cell, cold = n.run_cell(line, 200)
    first = n.output(cell).last.inner_text()
    j.measure("estimate, computed", cold)
    j.measure("restart", n.restart())
    cell, warm = n.run_cell(line, 200)
    j.measure("estimate, after a restart", warm)
    want(n.output(cell).last.inner_text() == first, "the estimate is another one after the restart")
    no_errors(n)
    j.shot("restarted")


def estimate(j):
    """Notebook 01: all cells run, the figure is there, the first table has the number."""
    n = j.open("01-estimate.ipynb")
    j.measure("notebook 01, all cells", n.run_all(1500))
    no_errors(n)
    want(j.page.locator('.jp-OutputArea img[src^="data:image/png"]').count() == 1, "the histogram is missing")
    want(any("±" in t for t in n.output(n.code_cells().first).all_inner_texts()), "no estimate")
    j.shot("01-estimate")


def others(j):
    """All notebooks open with the outputs that they are stored with, in a browser that does not trust them."""
    page = j.page
    page.set_viewport_size({"width": 1280, "height": 1640})
    try:
        for path in sorted((j.server.folder / "notebooks").glob("0[0-9]-*.ipynb")):
            n = j.open(path.name)
            no_errors(n)
            page.locator(".jp-OutputArea-output").nth(5).wait_for(state="attached")
            page.wait_for_timeout(1000)  # pictures are being drawn
            n.pictures(j.folder / ("stored-" + path.stem))
            if path.stem == "00-welcome":
                want(page.locator('.jp-OutputArea-output img[alt*="more: "]:visible').count() == 1, "the bars cannot be seen")
            if path.stem == "03-proof-games":
                want(page.locator('.jp-OutputArea-output img[alt^="columns of pawns"]').count() == 1, "the columns of the kernel cannot be seen")
    finally:
        page.set_viewport_size({"width": 1280, "height": 1100})


STEPS = (welcome, first_notebook, mission, help_under_the_fingers, stop_a_long_cell, leaf_through_pages, set_up_a_board, ask_for_more, restart_the_kernel, estimate, others)


SHORT = (welcome, help_under_the_fingers, stop_a_long_cell, restart_the_kernel)


def travel(journey, steps):
    """Makes the steps and returns the names of those that failed."""
    failed = []
    for step in steps:
        before = time.monotonic()
        try:
            step(journey)
            outcome = "ok"
        except Exception as problem:  # the next step may tell more
            failed.append(step.__name__)
            outcome = "FAILED: " + (str(problem) if isinstance(problem, AssertionError) else traceback.format_exc())
            journey.shot("FAILED-" + step.__name__)
        print(f"{step.__name__}: {outcome} ({time.monotonic() - before:.0f} s)", flush=True)
    return failed


def main(root, folder, *names):
    try:
        browser_path = find_browser()
    except Missing as problem:
        print(f"browser: {problem}", file=sys.stderr)
        return 2
    known = {s.__name__ for s in STEPS} | {"short"}
    if not known.issuperset(names):
        print("browser: the steps are " + ", ".join(s.__name__ for s in STEPS) + ", and short", file=sys.stderr)
        return 2
    steps = [s for s in STEPS if not names or s.__name__ in names or "short" in names and s in SHORT]
    folder = Path(folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    lock = open(folder / "lock", "w")  # gone with this program
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print(f"browser: another run uses {folder}; wait for its end, or stop it", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the server ends with this program
    before = time.monotonic()
    with Server(root, folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        journey = Journey(server, browser, folder)
        journey.measure("make lab until it answers", time.monotonic() - before)
        failed = travel(journey, steps)
        browser.close()
    print("\n".join(f"{seconds:8.2f} s  {what}" for what, seconds in journey.times.items()))
    print(f"{len(steps) - len(failed)} passed, {len(failed)} failed; screenshots are in {folder}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
