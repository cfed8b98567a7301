// without is what ask answers where no kernel is: the verdict of the engine for browsers, in words.
function without(engine, fen) {
  return engine.judge(fen, { milliseconds: 5000 }).then(function (a) {
    var line = make("div"), file = "abcdefgh";
    line.textContent = a.error ? a.error : a.verdict + ": " + a.text + (a.game ? ": " + a.game.join(" ") : "");
    return { html: line.outerHTML, marks: (a.squares || []).map(function (s) { return file.indexOf(s[0]) + 8 * (s[1] - 1); }) };
  });
}
// A board on which men are placed. It knows no chess but how a FEN record is written; what a setup is worth the program says.
each(function (root) {
  var NS = "http://www.w3.org/2000/svg", B = 44, letters = "KQRBNPkqrbnp", files = "abcdefgh", initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  var men = [], turn = "w", rights = "", ep = "-", brush = null, cursor = 12, flip = false, past = [], timer = null, marks = [];
  root.querySelector(".cc-still").remove();
  root.style.cssText = "display:flex;flex-wrap:wrap;gap:14px;font:14px Arial,Helvetica,sans-serif;max-width:100%";
  function svg(name, parent, attributes) {
    var e = document.createElementNS(NS, name);
    for (var k in attributes) e.setAttribute(k, attributes[k]);
    parent.appendChild(e);
    return e;
  }
  function drawing(man) { return "#cb-" + (man < "a" ? "w" : "b") + man.toLowerCase(); }
  function place(sq) {
    var x = sq % 8, y = 7 - (sq >> 3);
    return flip ? [B + 100 * (7 - x), B + 100 * (7 - y)] : [B + 100 * x, B + 100 * y];
  }
  var left = make("div", root, { style: "width:" + data.width + "px;max-width:100%" }), right = make("div", root, { style: "flex:1;min-width:260px" });
  var buttonStyle = "font-size:13px;padding:3px 8px;border:1px solid #bbb;border-radius:4px;background:#f6f6f6;color:#222;cursor:pointer";

  // The men to take from: click one and then squares, or drag it.
  var palette = make("div", left, { class: "cc-palette", style: "display:flex;flex-wrap:wrap;margin-left:5%;width:90%;background:#f4f4f2;border-radius:4px" });
  var cells = "KQRBNP".split("").concat("", "kqrbnp".split("")).map(function (man) {
    var cell = make("div", palette, { "data-man": man, title: man || "take men away", style: "width:14.2%;border-radius:4px;cursor:grab;touch-action:none" });
    var picture = svg("svg", cell, { viewBox: "0 0 100 100", width: "100%", style: "display:block" });
    if (man) {
      svg("defs", picture, {}).innerHTML = data.defs;
      svg("use", picture, { href: drawing(man), x: 0, y: 0 });
    } else svg("path", picture, { d: "M28 28L72 72M72 28L28 72", stroke: "#a03a12", "stroke-width": 9, "stroke-linecap": "round" });
    cell.onpointerdown = function (e) { lift(e, man, -1); };
    return cell;
  });

  var board = svg("svg", left, { viewBox: "0 0 888 888", width: "100%", class: "cc-setup", tabindex: 0, role: "application", style: "touch-action:none;outline:none;display:block",
    "aria-label": "a board to set up; arrow keys move, letters of FEN place men, blank takes them away" });
  svg("defs", board, {}).innerHTML = data.defs;
  svg("rect", board, { x: B, y: B, width: 800, height: 800, fill: "#f4f4f2" });
  for (var sq = 0; sq < 64; sq++) if ((sq + (sq >> 3)) % 2 === 0) svg("rect", board, { x: B + 100 * (sq % 8), y: B + 100 * (7 - (sq >> 3)), width: 100, height: 100, fill: "#c9d3dc" });
  var under = svg("g", board, {}), standing = svg("g", board, {});
  svg("rect", board, { x: B, y: B, width: 800, height: 800, fill: "none", stroke: "#222", "stroke-width": 3 });
  var names = svg("g", board, { "font-size": 30, fill: "#666", "text-anchor": "middle" });
  var ghost = svg("use", board, { visibility: "hidden", "pointer-events": "none" });

  // What a diagram does not say.
  var row = make("div", left, { style: "display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center;margin:4px 0 0 5%" });
  var move = make("select", row, { "aria-label": "side to move" });
  make("option", move, { value: "w" }, "White to move");
  make("option", move, { value: "b" }, "Black to move");
  var castling = ["K", "Q", "k", "q"].map(function (r) {
    var label = make("label", row, { title: (r < "a" ? "White" : "Black") + " may castle " + (r.toLowerCase() === "k" ? "short" : "long") });
    var box = make("input", label, { type: "checkbox", value: r, style: "margin:0 2px 0 0" });
    label.appendChild(document.createTextNode(r));
    box.onchange = changed;
    return box;
  });
  var passant = make("select", row, { "aria-label": "en passant square" });
  move.onchange = function () { setPassant("-"); changed(); };
  passant.onchange = changed;
  var acts = make("div", left, { style: "display:flex;gap:6px;margin:6px 0 0 5%" });
  function act(text, f) { make("button", acts, { type: "button", style: buttonStyle }, text).onclick = f; }
  act("initial", function () { read(initial); changed(); });
  act("empty", function () { read("8/8/8/8/8/8/8/8 " + turn + " - -"); changed(); });
  act("flip", function () { flip = !flip; draw(); });
  act("undo", function () { if (past.length > 1) { past.pop(); read(past[past.length - 1]); draw(); judge(); } });
  var text = make("input", left, { type: "text", spellcheck: "false", "aria-label": "FEN", style: "box-sizing:border-box;margin:6px 0 0 5%;width:90%;font:12px monospace" });
  text.onchange = function () { if (read(text.value)) changed(); else say("This is no FEN record."); };
  text.onkeydown = function (e) { if (e.key === "Enter") text.onchange(); }; // the notebook keeps the key from the field
  var say = status(right), verdict = make("div", right, { class: "cc-verdict" });

  function setPassant(value) {
    ep = value;
    passant.textContent = "";
    make("option", passant, { value: "-" }, "no en passant");
    files.split("").forEach(function (f) { make("option", passant, {}, f + (move.value === "w" ? 6 : 3)); });
    passant.value = value;
    if (!passant.value) passant.value = ep = "-";
  }
  // read takes over a FEN record and reports whether it is one as far as this script knows.
  function read(fen) {
    var parts = fen.trim().split(/\s+/), rows = parts[0].split("/"), on = new Array(64).fill("");
    if (rows.length !== 8) return false;
    for (var r = 0; r < 8; r++) {
      var f = 0;
      for (var c of rows[r]) {
        if (c >= "1" && c <= "8") f += +c;
        else if (letters.indexOf(c) >= 0 && f < 8) on[8 * (7 - r) + f++] = c;
        else return false;
      }
      if (f !== 8) return false;
    }
    men = on;
    move.value = turn = parts[1] === "b" ? "b" : "w";
    castling.forEach(function (box) { box.checked = (parts[2] || "-").indexOf(box.value) >= 0; });
    setPassant(parts[3] || "-");
    return true;
  }
  function fen() {
    var rows = [];
    for (var r = 7; r >= 0; r--) rows.push(men.slice(8 * r, 8 * r + 8).map(function (m) { return m || "1"; }).join("").replace(/1+/g, function (ones) { return ones.length; }));
    turn = move.value;
    rights = castling.filter(function (box) { return box.checked; }).map(function (box) { return box.value; }).join("") || "-";
    ep = passant.value;
    return rows.join("/") + " " + turn + " " + rights + " " + ep;
  }
  function draw() {
    under.textContent = standing.textContent = names.textContent = "";
    marks.forEach(function (sq) { svg("rect", under, { x: place(sq)[0], y: place(sq)[1], width: 100, height: 100, fill: "#9fd0a6", "fill-opacity": 0.8 }); });
    if (document.activeElement === board) svg("rect", under, { x: place(cursor)[0] + 4, y: place(cursor)[1] + 4, width: 92, height: 92, fill: "none", stroke: "#0072b2", "stroke-width": 5 });
    men.forEach(function (man, sq) { if (man) svg("use", standing, { href: drawing(man), x: place(sq)[0], y: place(sq)[1], "data-square": sq }); });
    for (var i = 0; i < 8; i++) {
      svg("text", names, { x: B + 100 * i + 50, y: 877 }).textContent = files[flip ? 7 - i : i];
      svg("text", names, { x: 22, y: B + 100 * i + 60 }).textContent = flip ? i + 1 : 8 - i;
    }
    cells.forEach(function (cell) { cell.style.background = brush === cell.dataset.man ? "#f2d675" : ""; });
  }
  function changed() {
    marks = [];
    text.value = fen();
    if (past[past.length - 1] !== text.value) past.push(text.value);
    draw();
    clearTimeout(timer);
    timer = setTimeout(judge, 120);
  }
  function judge() {
    var asked = fen();
    text.value = asked;
    root.setAttribute("data-fen", asked);
    ask(asked, function (page, error) {
      say(error);
      put(verdict, page ? page.html : "");
      marks = page && page.marks || [];
      root.setAttribute("data-judged", asked);
      draw();
    }, function (on) {
      verdict.style.opacity = on ? 0.45 : 1;
      say(on ? "judging ..." : "");
    });
  }
  // squareAt is the square below the mouse, -1 if there is none.
  function squareAt(e) {
    var box = board.getBoundingClientRect(), x = Math.floor((888 * (e.clientX - box.left) / box.width - B) / 100), y = Math.floor((888 * (e.clientY - box.top) / box.height - B) / 100);
    if (x < 0 || x > 7 || y < 0 || y > 7) return -1;
    return flip ? 8 * y + 7 - x : 8 * (7 - y) + x;
  }
  // lift takes a man up, from a square or the palette (-1), until the mouse is released. A click on the palette chooses what clicks on squares place.
  function lift(e, man, from) {
    e.preventDefault();
    var x = e.clientX, y = e.clientY, moved = false;
    function follow(e) {
      moved = moved || Math.hypot(e.clientX - x, e.clientY - y) > 4;
      if (!moved || !man) return;
      var box = board.getBoundingClientRect();
      ghost.setAttribute("href", drawing(man));
      ghost.setAttribute("x", 888 * (e.clientX - box.left) / box.width - 50);
      ghost.setAttribute("y", 888 * (e.clientY - box.top) / box.height - 50);
      ghost.setAttribute("visibility", "visible");
    }
    function drop(e) {
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("pointerup", drop);
      document.removeEventListener("pointercancel", drop);
      ghost.setAttribute("visibility", "hidden");
      var to = squareAt(e);
      if (from < 0 && !moved) { brush = brush === man ? null : man; draw(); return; }
      if (!moved && brush !== null) men[from] = men[from] === brush ? "" : brush;
      else if (moved) {
        if (from >= 0) men[from] = "";
        if (to >= 0) men[to] = man;
      } else return;
      changed();
    }
    document.addEventListener("pointermove", follow);
    document.addEventListener("pointerup", drop);
    document.addEventListener("pointercancel", drop);
  }
  board.onpointerdown = function (e) {
    var sq = squareAt(e);
    board.focus({ preventScroll: true });
    if (sq < 0) return;
    cursor = sq;
    if (men[sq]) lift(e, men[sq], sq);
    else if (brush) { men[sq] = brush; changed(); }
    draw();
  };
  board.onfocus = board.onblur = draw;
  board.onkeydown = function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    var step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 8, ArrowDown: -8 }[e.key];
    if (step) {
      if (flip) step = -step;
      if (cursor + step < 0 || cursor + step > 63 || Math.abs(step) === 1 && cursor >> 3 !== cursor + step >> 3) return;
      cursor += step;
      draw();
    } else if (letters.indexOf(e.key) >= 0 || e.key === " " || e.key === "Delete" || e.key === "Backspace") {
      men[cursor] = letters.indexOf(e.key) >= 0 ? e.key : "";
      changed();
    } else return;
    e.preventDefault();
    e.stopPropagation(); // the notebook has uses for these keys too
  };
  read(data.fen);
  text.value = fen();
  past.push(text.value);
  root.setAttribute("data-fen", text.value);
  marks = data.first.marks || [];
  draw();
  put(verdict, data.first.html);
  if (!to.picture) beside().then(function (engine) { if (!engine) say("Run the cell to play with this board."); });
});
