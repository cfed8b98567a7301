each(function (root) {
  var still = root.querySelector(".cc-still"), bar = document.createElement("div"), timer = null;
  bar.style.cssText = "display:grid;grid-template-columns:max-content 220px max-content;gap:4px 10px;align-items:center;font:14px Arial,Helvetica,sans-serif;margin:4px 0";
  root.insertBefore(bar, still);
  var say = status(root), inputs = data.map(function (s) {
    var name = make("label", bar, {}, s.Name);
    var input = make("input", bar, { type: "range", min: s.From, max: s.To, step: 1, value: s.Start, "aria-label": s.Name, style: "margin:0" });
    var shown = make("output", bar, {}, s.Start);
    input.oninput = function () {
      shown.textContent = input.value;
      clearTimeout(timer);
      timer = setTimeout(compute, 60);
    };
    input.onkeydown = function (e) { // the notebook has uses for the arrow keys too
      var step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[e.key];
      if (!step) return;
      e.preventDefault();
      e.stopPropagation();
      input.value = +input.value + step;
      input.oninput();
    };
    return input;
  });
  function compute() {
    var values = inputs.map(function (i) { return +i.value; });
    ask(values, function (page, error) {
      say(error);
      if (!page) return;
      put(still, page.html);
      root.setAttribute("data-values", values.join());
    }, function (on) { still.style.opacity = on ? 0.45 : 1; });
  }
});
