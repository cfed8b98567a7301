"""The page of web/out, tried in a headless Chromium as a person would: `make page`.

Usage: page.py ROOT FOLDER

ROOT is the project, with web/out built; FOLDER takes the screenshots. Each step is told with the seconds that it took; the exit status is 1 if one failed,
and 2 if there is no browser.
"""

import functools
import http.server
import json
import re
import sys
import threading
import time
import traceback
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from lab import Missing, find_browser

BISHOP = "4k3/8/8/8/8/8/1P6/B3K3 b - -"
LEGAL = "B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1"
REJECTED = "kQQq4/4Pr1N/1np1Bb2/p6b/P6r/1BPBn1rQ/p6r/N1KB1qB1 b - -"
HARD = "1Qb3BR/1r3n2/1Np1kqp1/N4b2/n1R3R1/r2RBPP1/1N2qP1r/1n4bK w - -"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def verdict(page, text):
    expect(page.locator("#verdict")).to_have_text(text, timeout=20_000)


def paste(page, text):
    page.fill("#text", text)


def begin(page, url):
    """The initial position is legal, by a game of no moves."""
    page.goto(url)
    verdict(page, "Legal.")


def illegal(page, url):
    """The reason, the man marked, the checker, and a change that helps."""
    paste(page, BISHOP)
    verdict(page, "Illegal.")
    expect(page.locator("#why")).to_contain_text("Confirmed by an independent checker", timeout=20_000)
    assert "marked" in page.get_by_label("a1, white bishop").get_attribute("class")
    expect(page.locator("#change")).to_contain_text("makes it legal: without the white bishop on a1", timeout=30_000)


def drawn(page, url):
    """The argument is drawn, with a legend, by the kind of reason: a bar on a way, facing pawns, a check; it goes with the next position."""
    for fen, drawing, legend in (
        (BISHOP, "path.bar", "Frames"),
        ("rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -", "path.face", "face each other"),
        ("4k3/8/8/8/8/P7/PP6/4K3 b - -", "polygon.fan", "Fans"),
        ("8/8/8/8/1k6/2P5/1K6/8 w - -", "polygon.check", "Arrows"),
    ):
        paste(page, fen)
        page.wait_for_function("(fen) => location.hash.endsWith(fen)", arg=fen.split()[0] + "_" + "_".join(fen.split()[1:]))
        expect(page.locator("#legend")).to_contain_text(legend, timeout=20_000)
        verdict(page, "Illegal.")
        assert page.locator("#board svg").locator(drawing).count() > 0, fen
        page.screenshot(path=Path(sys.argv[2]) / f"page-drawn-{fen[:6].replace('/', '')}.png")
    paste(page, LEGAL)
    verdict(page, "Legal.")
    assert page.locator("#board svg *").count() == 0 and page.inner_text("#legend") == ""


def tree(page, url):
    """Where all last moves are refuted, each is listed with its reason, drawn, and links to the position before."""
    paste(page, REJECTED)
    verdict(page, "Illegal.")
    expect(page.locator("#tree li").first).to_contain_text(": ", timeout=20_000)
    assert page.locator("#board polygon.refuted").count() == page.locator("#tree > li a").count() > 0
    page.locator("#tree a").first.click()
    verdict(page, "Illegal.")


def legal(page, url):
    """A game to go through, from an address of an analysis board."""
    paste(page, "https://lichess.org/analysis/" + LEGAL.replace(" ", "_"))
    verdict(page, "Legal.")
    page.get_by_label("To the beginning").click()
    expect(page.get_by_label("e2, white pawn")).to_be_visible()
    page.get_by_label("One move on").click()
    expect(page.locator("#ply")).to_contain_text("1 of ")
    assert page.url.endswith("#" + "_".join(LEGAL.split()[:4])), page.url


def edit(page, url):
    """With the mouse: a man is put down, moved, and pulled off; with keys: one is set and removed."""
    page.click("#clear")
    verdict(page, "Illegal.")
    page.get_by_role("toolbar", name="Men to put").get_by_label("white king").click()
    page.get_by_label("e1, empty").click()
    page.get_by_role("toolbar", name="Men to put").get_by_label("black king").click()
    page.get_by_label("e8, empty").click()
    verdict(page, "Legal.")
    page.get_by_label("e1, white king").drag_to(page.get_by_label("d3, empty"))
    expect(page.get_by_label("d3, white king")).to_be_visible()
    verdict(page, "Legal.")
    page.get_by_label("d3, white king").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("P")
    expect(page.get_by_label("e3, white pawn")).to_be_visible()
    page.keyboard.press("Delete")
    expect(page.get_by_label("e3, empty")).to_be_visible()
    page.get_by_label("d3, white king").drag_to(page.locator("h1"))
    verdict(page, "Illegal.")


def wrong(page, url):
    """What is no position is told with the place; a megabyte and nine kings have answers."""
    paste(page, BISHOP.replace("K3", "Kx2"))
    verdict(page, "This is no position.")
    expect(page.locator("#why")).to_contain_text("found 'x' in row 1")
    paste(page, "8/" * 500_000)
    verdict(page, "This is no position.")
    paste(page, "kkkkkkkk/kK6/8/8/8/8/8/8 w - -")
    verdict(page, "Illegal.")
    page.goto("about:blank")
    page.goto(url + "#%E0%A4%A")
    verdict(page, "This is no position.")


def unknown(page, url):
    """A hard one: think longer, and stop."""
    paste(page, HARD)
    expect(page.locator("#verdict")).to_have_text("Not decided.", timeout=60_000)
    page.click("#longer")
    verdict(page, "Thinking longer.")
    page.click("#stop")
    verdict(page, "Stopped: not decided.")
    paste(page, BISHOP)
    verdict(page, "Illegal.")


def before(page, url):
    """The last moves, with the position before each: one of this pawn."""
    paste(page, "8/8/8/8/1k6/P7/1K6/8 b - -")
    verdict(page, "Legal.")
    page.click("#tab-before")
    expect(page.locator("#lastmoves a")).to_have_text("a2-a3: possible, a game leads to the position before", timeout=20_000)
    page.click("#lastmoves a")
    expect(page.get_by_label("a2, white pawn")).to_be_visible(timeout=20_000)
    verdict(page, "Legal.")


def random(page, url):
    """A random legal position is legal, and meets the condition."""
    page.click("#tab-draw")
    page.fill("#most", "20")
    page.fill("#where", "white.pawns>=1")
    page.click("#random")
    expect(page.get_by_role("tab", name="Legal?")).to_have_attribute("aria-selected", "true", timeout=20_000)
    verdict(page, "Legal.")
    men = page.input_value("#text").split()[0]
    assert sum(c.isalpha() for c in men) <= 20 and "P" in men, men
    page.click("#tab-draw")
    page.fill("#where", "men<=")
    page.click("#random")
    expect(page.locator("#drawn")).to_contain_text("want", timeout=20_000)
    page.fill("#where", "")


def count(page, url):
    """How many: the interval narrows round by round, holds the published number, and stops."""
    page.click("#tab-count")
    page.click("#go")
    expect(page.locator("#chart circle")).to_have_count(5, timeout=30_000)
    text = page.inner_text("#estimate")
    low, high = re.match(r"([0-9.]+) to ([0-9.]+) \u00d7 10\u2074\u2074 ", text).groups()
    assert float(low) < 5.5 and float(high) > 4.2, text  # six standard errors around 4.826
    page.click("#go")
    expect(page.locator("#go")).to_have_text("Start")
    page.fill("#which", "men<=")
    page.click("#go")
    expect(page.locator("#estimate")).to_contain_text("want", timeout=20_000)
    page.fill("#which", "men=2")
    page.click("#go")
    expect(page.locator("#estimate")).to_contain_text("legal positions (95 % at one look)", timeout=20_000)
    page.click("#tab-answer")
    paste(page, BISHOP)
    verdict(page, "Illegal.")


def guess(page, url):
    """Five guesses make a round, and each is told the answer."""
    page.click("#tab-guess")
    page.click("#new")
    for i in range(5):
        expect(page.locator("#asked")).to_contain_text(f"Position {i + 1} of 5", timeout=60_000)
        page.click("#yes" if i % 2 else "#no")
        expect(page.locator("#asked")).to_contain_text(re.compile("^(Right: |Wrong: )(il)?legal, "))
        if i < 4:
            page.click("#on")
    expect(page.locator("#asked")).to_contain_text(" of 5 right")
    page.click("#tab-answer")
    paste(page, LEGAL)
    verdict(page, "Legal.")


def notebook(page, url):
    """Outputs of a notebook beside the module: its board judges, and its button draws another position, without a kernel."""
    root = Path(sys.argv[1])
    cells = json.loads((root / "notebooks" / "00-welcome.ipynb").read_text())["cells"]
    outputs = ["".join(o.get("data", {}).get("text/html", "")) for c in cells for o in c.get("outputs", [])]
    export = root / "web" / "out" / "export.html"
    export.write_text("<!DOCTYPE html><meta charset=utf-8><link rel=icon href=icon.svg>" + "".join(o for o in outputs if "cc-asking" in o))
    try:
        page.goto(url + export.name)
        page.get_by_label("FEN", exact=True).fill(BISHOP)
        page.get_by_label("FEN", exact=True).press("Enter")
        expect(page.locator(".cc-verdict")).to_contain_text("illegal: a bishop behind pawns", timeout=20_000)
        page.get_by_role("button", name="another random legal position").click()
        expect(page.locator(".cc-seed")).not_to_have_text("census.RandomPosition(1)", timeout=20_000)
        expect(page.get_by_text("A game of ")).to_be_visible()
    finally:
        export.unlink()
    page.goto(url)


def closed(page, url):
    """A tab that is closed while the engine searches leaves nothing behind: the link has the position again, and another question is answered."""
    context = page.context.browser.new_context()
    other = context.new_page()
    other.goto(url + "#" + HARD.replace(" ", "_"))
    expect(other.locator("#verdict")).to_have_text("Thinking.")
    other.close()
    other = context.new_page()
    other.goto(url + "#" + HARD.replace(" ", "_"))
    expect(other.locator("#text")).to_have_value(HARD)
    paste(other, BISHOP)
    verdict(other, "Illegal.")
    context.close()


def hundred(page, url):
    """A hundred questions at once are answered one after the other."""
    verdicts = page.evaluate("""async (fen) => {
        const { judge } = await import("./judge.mjs");
        return (await Promise.all(Array.from({ length: 100 }, () => judge(fen)))).map((a) => a.verdict);
    }""", BISHOP)
    assert verdicts == ["illegal"] * 100, verdicts


def slow(page, url):
    """On a line of 1.6 Mbit/s the board is there long before the engine."""
    other = page.context.browser.new_context(service_workers="block", viewport={"width": 1100, "height": 900})
    try:
        p = other.new_page()
        line = other.new_cdp_session(p)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", {"offline": False, "latency": 100, "downloadThroughput": 200_000, "uploadThroughput": 200_000})
        start = time.monotonic()
        p.goto(url, wait_until="commit")
        p.get_by_label("e2, white pawn").wait_for()
        board = time.monotonic() - start
        print(f"           the board after {board:.2f} s")
        assert board < 3, board  # one second on a machine that does nothing else
    finally:
        other.close()


def link(page, url):
    """A link holds the position."""
    page.goto("about:blank")
    page.goto(url + "#" + BISHOP.replace(" ", "_"))
    verdict(page, "Illegal.")


def offline(page, url):
    """The page works without a network after the first visit."""
    page.wait_for_function("navigator.serviceWorker.ready.then(() => caches.match('chesscensus.wasm.gz')).then(Boolean)")
    page.context.set_offline(True)
    page.reload()
    paste(page, LEGAL)
    verdict(page, "Legal.")
    page.context.set_offline(False)


CONTRAST = """() => {
    const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const over = (colour, below) => {
        paint.fillStyle = `rgb(${below})`; paint.fillRect(0, 0, 1, 1);
        paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
        return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const behind = (e) => e ? over(getComputedStyle(e).backgroundColor, behind(e.parentElement)) : [255, 255, 255];
    const light = (c) => c.map((x) => x / 255).map((x) => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4)
        .reduce((sum, x, i) => sum + x * [.2126, .7152, .0722][i], 0);
    const faint = [];
    for (const e of document.querySelectorAll('body *')) {
        const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (!text || e.closest('#board, #palette, svg, noscript') || !e.checkVisibility()) continue;
        const back = behind(e), [a, b] = [light(over(getComputedStyle(e).color, back)), light(back)].sort((p, q) => p - q);
        if ((b + .05) / (a + .05) < 4.5) faint.push([e.outerHTML.slice(0, 80), back, getComputedStyle(e).color]);
    }
    return faint;
}"""


def contrast(page, url):
    """Text is four and a half times as bright as what is behind it, or the other way round, in both themes and all tabs."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for tab in page.get_by_role("tab").all():
            tab.click()
            faint = page.evaluate(CONTRAST)
            assert not faint, (scheme, faint)
    page.emulate_media(color_scheme="light")
    page.get_by_role("tab").first.click()


def stopped(page, url):
    """The search for a change is stopped, and what is proven stays."""
    page.evaluate("""new MutationObserver((_, o) => {
        if (!document.querySelector('#why').textContent.includes('Confirmed')) return;
        o.disconnect();
        document.querySelector('#stop').click(); // the search for a change has just begun
    }).observe(document.querySelector('#why'), {childList: true})""")
    paste(page, BISHOP)
    expect(page.locator("#change")).to_have_text("The search for a change was stopped.", timeout=20_000)
    verdict(page, "Illegal.")


def keys(page, url):
    """By keys alone: a position is typed, the tabs are gone through, the board is reached and changed, the game is stepped through."""
    page.focus("#text")
    page.keyboard.press("Control+A")
    page.keyboard.type(LEGAL)
    verdict(page, "Legal.")
    page.focus("#tab-answer")
    for name in ("before", "draw", "count", "guess", "answer"):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == "tab-" + name
        expect(page.get_by_role("tabpanel")).to_have_id(name)
    page.focus("#moves")
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(page.locator("#ply")).to_contain_text(f"{ply} of ")
    assert page.locator("#moves [aria-current=step]").inner_text().startswith("1.")
    seen = set()
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.getAttribute('role') || ''"))
    missing = {"gridcell", "turn", "K", "ep", "text", "start", "clear", "tab-answer", "certificate", "link", "first", "next", "pgn", "moves"} - seen
    assert not missing, missing


def touch(page, url):
    """On a phone, with a finger: a man is put down, and the answer follows."""
    phone = page.context.browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    try:
        p = phone.new_page()
        p.goto(url)
        verdict(p, "Legal.")
        p.tap("#clear")
        verdict(p, "Illegal.")
        for man, square in (("white king", "e1"), ("black king", "e8")):
            p.get_by_role("toolbar", name="Men to put").get_by_label(man).tap()
            p.get_by_label(f"{square}, empty").tap()
        verdict(p, "Legal.")
        assert p.evaluate("document.documentElement.scrollWidth") <= 390
        p.evaluate("scrollTo(0, 0)")
        box = p.locator("#verdict").bounding_box()
        assert box["y"] + box["height"] <= 800, box  # seen without scrolling
    finally:
        phone.close()


def failing(page, url):
    """Where the engine cannot be loaded, or WebAssembly is off, the page says so; the board stays."""
    other = page.context.browser.new_context(service_workers="block")
    try:
        p = other.new_page()
        other.route("**/chesscensus.wasm.gz", lambda route: route.fulfill(status=404))
        p.goto(url)
        verdict(p, "No answer.")
        expect(p.locator("#why")).to_contain_text("chesscensus.wasm.gz: 404")
        other.unroute("**/chesscensus.wasm.gz")
        other.route("**/worker.js", lambda route: route.fulfill(content_type="text/javascript", body="delete self.WebAssembly; const w = import('./real.js');"
                    "onmessage = async (e) => { await w; self.onmessage(e); };"))
        other.route("**/real.js", lambda route: route.fulfill(path=Path(sys.argv[1]) / "web" / "page" / "worker.js", content_type="text/javascript"))
        p.goto(url)
        p.reload()
        verdict(p, "No answer.")
        expect(p.locator("#why")).to_contain_text("has no WebAssembly, or it is switched off")
        p.get_by_label("e2, white pawn").wait_for()
        other.unroute("**/worker.js")
        other.route("**/worker.js", lambda route: route.fulfill(content_type="text/javascript", body="WebAssembly.instantiate = async () => { throw new RangeError('Out of memory'); };"
                    "const w = import('./real.js'); onmessage = async (e) => { await w; self.onmessage(e); };"))
        p.reload()
        verdict(p, "No answer.")
        expect(p.locator("#why")).to_contain_text("Out of memory")
        p.get_by_label("e2, white pawn").wait_for()
    finally:
        other.close()


def names(page, url):
    """Every control has a name, and at 390 pixels nothing is wider than the page."""
    nameless = page.evaluate("""[...document.querySelectorAll('button, input, select')].filter((e) =>
        !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)""")
    assert not nameless, nameless
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


STEPS = (begin, illegal, drawn, tree, legal, edit, wrong, unknown, before, random, count, guess, notebook, link, closed, hundred, slow, offline, stopped, keys, touch, failing, contrast, names)


def main():
    root, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root / "web" / "out"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    failed = 0
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        foreign, errors = [], []
        page.on("request", lambda r: None if r.url.startswith((url, "blob:", "about:")) else foreign.append(r.url))
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: errors.append(str(e)))
        for step in STEPS:
            start = time.monotonic()
            try:
                step(page, url)
                print(f"{step.__name__:10} {time.monotonic() - start:6.1f} s  {step.__doc__}", flush=True)
            except Exception:
                failed += 1
                traceback.print_exc()
                print(f"{step.__name__:10} FAILED", flush=True)
            page.screenshot(path=folder / f"page-{step.__name__}.png", full_page=True)
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": 1100, "height": 900})
            page.emulate_media(color_scheme=scheme)
            paste(page, BISHOP)
            verdict(page, "Illegal.")
            page.screenshot(path=folder / f"page-{scheme}.png", full_page=True)
        page.set_viewport_size({"width": 390, "height": 800})
        page.screenshot(path=folder / "page-phone.png", full_page=True)
        errors = [e for e in errors if "ERR_INTERNET_DISCONNECTED" not in e]
        if foreign or errors:
            failed += 1
            print("requests to other hosts:", foreign, "errors:", errors)
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Missing as e:
        print(e, file=sys.stderr)
        sys.exit(2)
