// The service worker, which stores the files of the page, so that the page works offline after the first visit.
// Files come from the network if it has them.
const files = ["./", "index.html", "style.css", "app.js", "tabs.js", "argument.js", "position.js", "worker.js", "judge.mjs", "wasm_exec.js", "chesscensus.wasm.gz", "icon.svg"];

self.addEventListener("install", (e) => e.waitUntil(caches.open("chesscensus").then((c) => c.addAll(files)).then(() => self.skipWaiting())));
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET") return;
  e.respondWith(fetch(e.request).then(async (r) => {
    if (r.ok) (await caches.open("chesscensus")).put(e.request, r.clone());
    return r;
  }).catch(async () => (await caches.match(e.request, { ignoreSearch: true })) ?? Response.error()));
});
