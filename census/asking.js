// A picture that asks. In scope: id, to, data (asking.go writes them). Without this script the still picture is seen.
// Of the notebook's page it knows the folder of the server; questions go to the kernel by a connection of their own, so cells can run meanwhile.
function make(name, parent, attributes, text) {
  var e = document.createElement(name);
  for (var k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  if (parent) parent.appendChild(e);
  return e;
}
// put shows HTML, its scripts included.
function put(place, html) {
  place.innerHTML = html;
  place.querySelectorAll("script").forEach(function (old) {
    var fresh = document.createElement("script");
    fresh.textContent = old.textContent;
    old.replaceWith(fresh);
  });
}
// channel is the connection to the kernel, one for all pictures of a page.
function channel() {
  var all = window.ccKernels = window.ccKernels || {}, c = all[to.kernel];
  if (c && c.socket.readyState < 2) return c;
  var page = document.getElementById("jupyter-config-data"), config = page ? JSON.parse(page.textContent) : {};
  var session = Math.random().toString(16).slice(2) + Date.now().toString(16);
  var url = new URL((config.baseUrl || "/") + "api/kernels/" + to.kernel + "/channels?session_id=" + session, location.href);
  if (config.token) url.searchParams.set("token", config.token);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  c = all[to.kernel] = { waiting: {}, count: 0, session: session, socket: new WebSocket(url) };
  c.socket.onmessage = function (event) {
    if (typeof event.data !== "string" || event.data.indexOf("picture_reply") < 0) return;
    var m = JSON.parse(event.data), answered = c.waiting[m.parent_header.msg_id];
    delete c.waiting[m.parent_header.msg_id];
    if (answered) answered(m.content);
  };
  c.socket.onclose = function () {
    var left = c.waiting;
    c.waiting = {};
    for (var key in left) left[key]({ gone: true });
  };
  return c;
}
// beside loads the module of the page "Is this position legal?" from the folder of this page or the one above; null if it is not there.
function beside() {
  window.ccEngine = window.ccEngine || ["judge.mjs", "../judge.mjs"].reduce(function (found, name) {
    return found.catch(function () { return import(new URL(name, document.baseURI).href); });
  }, Promise.reject()).catch(function () { return null; });
  return window.ccEngine;
}
// ask asks the program of the cell; answered gets the answer, unless a newer question was asked meanwhile. busy(true) is called if that takes a while.
var newest = 0;
function ask(question, answered, busy) {
  var mine = ++newest;
  var slow = setTimeout(function () { if (mine === newest) busy(true); }, 200);
  function done(content) {
    clearTimeout(slow);
    if (mine !== newest || content.dropped) return;
    busy(false);
    if (content.gone) answered(null, to.picture ? "The kernel has forgotten this picture. Run its cell again." : "Run the cell to play with this picture.");
    else if (content.error) answered(null, content.error);
    else answered(content.value, "");
  }
  if (!to.picture || !document.getElementById("jupyter-config-data")) {
    // No notebook is around this page. If the engine for browsers is served beside it, that answers instead.
    return beside().then(function (engine) {
      if (!engine || typeof without !== "function") return done({ gone: true });
      return without(engine, question).then(function (value) { done({ value: value }); });
    }).catch(function (e) { done({ error: String(e.message || e) }); });
  }
  var c = channel(), name = c.session + "-" + ++c.count;
  c.waiting[name] = done;
  var text = JSON.stringify({
    header: { msg_id: name, session: c.session, username: "", date: new Date().toISOString(), msg_type: "picture_request", version: "5.3" },
    parent_header: {}, metadata: {}, channel: "shell", buffers: [], content: { picture: to.picture, value: question }
  });
  if (c.socket.readyState === 1) c.socket.send(text);
  else c.socket.addEventListener("open", function () { c.socket.send(text); });
}
// status is a line for what is going on.
function status(parent) {
  var e = make("div", parent, { class: "cc-status", style: "min-height:1.3em;color:var(--jp-error-color1,#a03a12);font:13px Arial,Helvetica,sans-serif" });
  return function (text) { e.textContent = text; };
}
function each(build) {
  document.querySelectorAll('.cc-asking[data-asking="' + id + '"]:not([data-ready])').forEach(function (root) {
    root.setAttribute("data-ready", "1");
    build(root);
  });
}
