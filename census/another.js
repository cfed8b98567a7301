each(function (root) {
  var still = root.querySelector(".cc-still"), bar = document.createElement("div");
  bar.style.cssText = "display:flex;gap:10px;align-items:center;font:14px Arial,Helvetica,sans-serif;margin:4px 0";
  root.insertBefore(bar, still);
  var button = make("button", bar, { type: "button", style: "font-size:14px;padding:4px 10px;cursor:pointer" }, "another random legal position");
  var seed = make("span", bar, { class: "cc-seed", style: "color:#555" }), say = status(root);
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
