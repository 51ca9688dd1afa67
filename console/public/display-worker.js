/*
 * Lets a display start without a server: its page comes from the network where there is one, else as it was kept, and the
 * files of the build, which are named by what they hold, are kept as they come.
 */
const kept = "tracewater-display";
const answerMs = 5000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(request));
  else if (pathname.startsWith("/assets/") || pathname === "/early.js" || pathname === "/favicon.svg")
    event.respondWith(fileOf(request));
});

async function pageOf(request) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(answerMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    await keepPage(cache, request, response.clone());
    return response;
  } catch (failure) {
    const known = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (known === undefined) throw failure;
    return known;
  }
}

/** Another page names other files: those of the former one go. */
async function keepPage(cache, request, response) {
  const before = await cache.match(request, { ignoreVary: true });
  const text = await response.clone().text();
  if (before !== undefined && (await before.text()) !== text)
    for (const file of await cache.keys()) await cache.delete(file);
  await cache.put(request, response);
}

async function fileOf(request) {
  const cache = await caches.open(kept);
  const known = await cache.match(request, { ignoreVary: true });
  if (known !== undefined) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
