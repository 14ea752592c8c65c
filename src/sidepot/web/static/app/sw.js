/**
 * The worker of the pages: where a page cannot be reached, it answers with the one that says so.
 *
 * It keeps that page and what it is drawn with, and nothing else: no page of a table, no answer of the room.
 */

/**
 * What a worker has that a page has not, as far as it is used here.
 * @typedef {{ respondWith(answer: Promise<Response>): void, request: Request } & Event} Asked
 * @typedef {{ waitUntil(work: Promise<unknown>): void } & Event} Begins
 * @typedef {{ skipWaiting(): Promise<void>, location: Location, addEventListener(name: string, hear: (event: never) => void): void }} Worker
 */

const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
const KEPT = "sidepot-offline-3"; // another number where the list, or the page, changes
const PAGE = "/offline";
const PARTS = [PAGE, "/static/common/tokens.css", "/static/common/style.css", "/static/lobby/lobby.css", "/static/common/icon.svg"];

/** Keep the page anew. */
async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll(PARTS.map((part) => new Request(part, { cache: "reload" })));
  for (const name of await caches.keys()) if (name !== KEPT && name.startsWith("sidepot-")) await caches.delete(name);
  await worker.skipWaiting();
}

/**
 * What the room answers; without a connection, what is kept.
 * @param {Request} request
 * @param {string} kept
 */
async function answer(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(kept);
    if (found) return found;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {Begins} */ event) => event.waitUntil(keep()));

worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answer(request, PAGE));
  else if (PARTS.includes(pathname)) event.respondWith(answer(request, pathname));
});
