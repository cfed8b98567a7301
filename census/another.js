// without is what ask answers where no kernel is: a position that the engine for browsers draws, and its game.
function without(engine) {
  var n = Math.floor(1e6 * Math.random());
  return engine.randomPosition(n).then(function (p) {
    if (p.error) throw new Error(p.error);
    var box = make("div"), glyphs = { k: "\u265A", q: "\u265B", r: "\u265C", b: "\u265D", n: "\u265E", p: "\u265F" };
    var board = make("div", box, { style: "display:grid;grid-template-columns:repeat(8,40px);font-size:32px;line-height:40px;text-align:center", role: "img", "aria-label": p.fen });
    p.fen.split(" ")[0].replace(/[1-8]/g, function (d) { return "1".repeat(d); }).split("/").forEach(function (row, r) {
      row.split("").forEach(function (c, f) {
        var white = c < "a";
        make("span", board, { style: "background:" + ((r + f) % 2 ? "#c9d3dc" : "#f4f4f2") + ";color:" + (white ? "#fff;-webkit-text-stroke:1px #000" : "#000") },
          c === "1" ? "" : glyphs[c.toLowerCase()] + "\uFE0E");
      });
    });
    make("div", box, { style: "margin:6px 0;font:12px monospace" }, p.fen);
    make("div", box, {}, "A game of " + p.game.length + " plies: " + p.game.join(" "));
    return { html: box.innerHTML, seed: n };
  });
}
each(function (root) {
  var still = root.querySelector(".cc-still"), bar = document.createElement("div");
  bar.style.cssText = "display:flex;gap:10px;align-items:center;font:14px Arial,Helvetica,sans-serif;margin:4px 0";
  root.insertBefore(bar, still);
  var button = make("button", bar, { type: "button", style: "font-size:14px;padding:4px 10px;cursor:pointer" }, "another random legal position");
  var seed = make("span", bar, { class: "cc-seed", style: "opacity:0.7" }), say = status(root);
  function show(n) {
    seed.textContent = "census.RandomPosition(" + n + ")";
    root.setAttribute("data-seed", n);
  }
  show(data.seed);
  button.onclick = function () {
    ask(null, function (page, error) {
      say(error);
      if (!page) return;
      put(still, page.html);
      show(page.seed);
    }, function (on) { still.style.opacity = on ? 0.45 : 1; });
  };
});
