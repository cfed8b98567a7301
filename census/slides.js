// Pages to leaf through. In scope: id, titles (slides.go writes them). Without this script the first page alone is seen.
function leaf(root) {
  root.setAttribute("data-ready", "1");
  root.tabIndex = 0;
  var pages = root.querySelectorAll(":scope > .cc-page"), last = pages.length - 1, now = 0;
  var bar = document.createElement("div");
  bar.style.cssText = "display:flex;align-items:center;gap:8px;font:14px Arial,Helvetica,sans-serif;margin:4px 0;max-width:640px";
  root.insertBefore(bar, root.firstChild);
  function add(name, attributes, text) {
    var e = document.createElement(name);
    for (var k in attributes) e.setAttribute(k, attributes[k]);
    if (text !== undefined) e.textContent = text;
    bar.appendChild(e);
    return e;
  }
  add("button", { type: "button", title: "one back" }, "\u2039").onclick = function () { show(now - 1); };
  var slider = add("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "page", style: "flex:1" });
  add("button", { type: "button", title: "one further" }, "\u203a").onclick = function () { show(now === last ? 0 : now + 1); };
  var title = add("span", { class: "cc-title", style: "min-width:12em" });
  slider.oninput = function () { show(+slider.value); };
  function show(n) {
    now = Math.max(0, Math.min(last, n));
    pages.forEach(function (p, i) { p.style.display = i === now ? "" : "none"; });
    slider.value = now;
    title.textContent = titles[now];
    root.setAttribute("data-page", now);
  }
  root.addEventListener("keydown", function (e) {
    if (e.target !== root || (e.key !== "ArrowLeft" && e.key !== "ArrowRight")) return;
    e.preventDefault();
    e.stopPropagation();
    show(now + (e.key === "ArrowRight" ? 1 : -1));
  });
  show(0);
}
document.querySelectorAll('.cc-slides[data-slides="' + id + '"]:not([data-ready])').forEach(leaf);
