/** Spec 9: 800 ms. */
const durationMs = 800;

/** Scrolls the list around an element, and the page around the list, to the top; at once with reduced motion. */
export function scrollListToTop(inside: Element): void {
  const frame = inside.closest(".page-frame") ?? document.body;
  const page = inside.closest("[data-scroll-page]");
  const scrollers = [...frame.querySelectorAll("[data-scroll]"), ...(page ? [page] : [])];
  for (const scroller of scrollers) {
    if (scroller.scrollTop > 0) scrollToTop(scroller);
  }
}

function scrollToTop(scroller: Element): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    scroller.scrollTop = 0;
    return;
  }
  const from = scroller.scrollTop;
  const began = performance.now();
  const step = (at: number) => {
    const share = Math.min(1, (at - began) / durationMs);
    scroller.scrollTop = from * (1 - ease(share));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Slow, fast, slow. */
function ease(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
}
