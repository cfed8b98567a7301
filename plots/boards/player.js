// A player for one game. In scope: id, film, defs, css (player.go writes them).
// It knows no chess: every step says what changes on which square.
var NS = "http://www.w3.org/2000/svg", B = 44;
function el(name, parent, attributes, text) {
  var e = document.createElement(name);
  for (var k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  parent.appendChild(e);
  return e;
}
function svg(name, parent, attributes, text) {
  var e = document.createElementNS(NS, name);
  for (var k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  parent.appendChild(e);
  return e;
}
function place(sq) {
  var x = sq % 8, y = 7 - (sq >> 3);
  if (film.flip) { x = 7 - x; y = 7 - y; }
  return [B + 100 * x, B + 100 * y];
}
function play(root) {
  root.setAttribute("data-ready", "1");
  root.textContent = "";
  root.tabIndex = 0;
  root.setAttribute("aria-label", "a game of " + film.steps.length + " moves; keys: left, right, home, end, blank");
  el("style", root, {}, css);
  var width = +root.dataset.width, left = el("div", root, { style: "width:" + width + "px;max-width:100%" });
  var board = svg("svg", left, { viewBox: "0 0 888 888", width: "100%", "font-family": "Arial,Helvetica,sans-serif" });
  svg("defs", board, {}).innerHTML = defs;
  svg("rect", board, { x: B, y: B, width: 800, height: 800, fill: "#f4f4f2" });
  for (var sq = 0; sq < 64; sq++) {
    if ((sq + (sq >> 3)) % 2 === 0) svg("rect", board, { x: place(sq)[0], y: place(sq)[1], width: 100, height: 100, fill: "#c9d3dc" });
  }
  var from = svg("rect", board, { width: 100, height: 100, fill: "#f2d675", "fill-opacity": 0.8 });
  var to = svg("rect", board, { width: 100, height: 100, fill: "#f2d675", "fill-opacity": 0.8 });
  var halo = svg("circle", board, { r: 47, fill: "#d6453d", "fill-opacity": 0.75 });
  var men = svg("g", board, {});
  svg("rect", board, { class: "cc-frame", x: B, y: B, width: 800, height: 800, fill: "none", stroke: "#222", "stroke-width": 3 });
  var disc = svg("circle", board, { cx: 866, r: 14, stroke: "#222", "stroke-width": 3 });
  for (var i = 0; i < 8; i++) {
    var text = { "font-size": 30, fill: "#666", "text-anchor": "middle" };
    text.x = B + 100 * i + 50; text.y = 877;
    svg("text", board, text, "abcdefgh"[film.flip ? 7 - i : i]);
    text.x = 22; text.y = B + 100 * i + 60;
    svg("text", board, text, film.flip ? i + 1 : 8 - i);
  }
  var bar = el("div", left, { class: "cc-bar" }), timer = null, now = 0, last = film.steps.length;
  function button(sign, title, act) {
    el("button", bar, { type: "button", title: title, "aria-label": title }, sign).onclick = act;
    return bar.lastChild;
  }
  button("\u00ab", "first position", function () { stop(); show(0); });
  button("\u2039", "one move back", function () { stop(); show(now - 1); });
  var run = button("play", "play or pause", function () { timer ? stop() : begin(); });
  button("\u203a", "one move forward", function () { stop(); show(now + 1); });
  button("\u00bb", "last position", function () { stop(); show(last); });
  var slider = el("input", bar, { type: "range", min: 0, max: last, step: 1, "aria-label": "move" });
  slider.oninput = function () { stop(); show(+slider.value); };
  var list = el("div", root, { class: "cc-list" });
  list.style.maxHeight = width + "px";
  var words = [el("span", list, { class: "cc-move" }, film.first)];
  film.steps.forEach(function (s) {
    var pair = el("span", list, { style: "white-space:nowrap" }); // a number stays with its move
    if (s.n) el("span", pair, { class: "cc-number" }, s.n + " ");
    words.push(el("span", pair, { class: "cc-move " + (s.s || "") }, s.t));
    list.appendChild(document.createTextNode(" "));
  });
  words.forEach(function (w, i) { w.onclick = function () { stop(); show(i); }; });
  function begin() {
    if (now === last) show(0);
    run.textContent = "pause";
    timer = setInterval(function () { now === last ? stop() : show(now + 1); }, 700);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    run.textContent = "play";
  }
  function mark(e, sq) {
    e.setAttribute("visibility", sq < 0 ? "hidden" : "visible");
    if (sq < 0) return;
    var at = place(sq);
    e.setAttribute("x", at[0]); e.setAttribute("y", at[1]);
    e.setAttribute("cx", at[0] + 50); e.setAttribute("cy", at[1] + 50);
  }
  function show(n) {
    now = Math.max(0, Math.min(last, n));
    var on = film.men.slice(), s = now ? film.steps[now - 1] : null;
    for (var i = 0; i < now; i++) film.steps[i].c.forEach(function (c) { on[c[0]] = c[1]; });
    men.textContent = "";
    on.forEach(function (name, sq) {
      if (name) svg("use", men, { href: "#" + name, x: place(sq)[0], y: place(sq)[1] });
    });
    mark(from, s ? s.f : -1);
    mark(to, s ? s.o : -1);
    mark(halo, s ? s.k : film.check);
    var white = (film.turn === "w") === (now % 2 === 0);
    disc.setAttribute("fill", white ? "#fff" : "#222");
    disc.setAttribute("cy", white !== film.flip ? 816 : 72);
    slider.value = now;
    root.setAttribute("data-ply", now);
    words.forEach(function (w, i) { w.classList.toggle("cc-now", i === now); });
    var w = words[now];
    if (w.offsetTop < list.scrollTop + list.offsetTop || w.offsetTop + w.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight)
      list.scrollTop = w.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  root.addEventListener("keydown", function (e) {
    var act = { ArrowLeft: function () { show(now - 1); }, ArrowRight: function () { show(now + 1); }, Home: function () { show(0); }, End: function () { show(last); }, " ": null };
    if (!(e.key in act) || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation(); // the notebook has uses for these keys too
    if (e.key === " ") { timer ? stop() : begin(); return; }
    stop();
    act[e.key]();
  });
  show(last);
}
document.querySelectorAll('.cc-player[data-game="' + id + '"]:not([data-ready])').forEach(play);
