/*
 * For how long nobody has touched this page. The server ends sessions that nobody uses, and what a page fetches by
 * itself must not keep one open.
 */
let touchedAt = Date.now();
let isWatching = false;

/** Whole seconds; the page is watched from the first question on. */
export function idleSeconds(): number {
  if (!isWatching) watch();
  return Math.floor((Date.now() - touchedAt) / 1000);
}

function watch(): void {
  isWatching = true;
  for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
    addEventListener(
      kind,
      () => {
        touchedAt = Date.now();
      },
      { passive: true, capture: true },
    );
  }
}
