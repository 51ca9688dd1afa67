/** What a browser has and jsdom has not: as little of it as the console asks for, for a page of 1280 × 800 px. */
const width = 1280;

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** `(max-width: 767px)` and `(min-width: ...)` by the width above; whatever else is asked is not so. */
function matches(query: string): boolean {
  const [, edge, px] = /\((max|min)-width:\s*(\d+)px\)/.exec(query) ?? [];
  if (edge === undefined) return query.includes("prefers-reduced-motion: reduce");
  return edge === "max" ? width <= Number(px) : width >= Number(px);
}

export function fillBrowserGaps(): void {
  const media = (query: string) =>
    Object.assign(new EventTarget(), {
      matches: matches(query),
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  Object.assign(globalThis, {
    matchMedia: media,
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
  });
  Object.assign(window, { matchMedia: media, scrollTo: () => {} });
  // Nothing is painted: without a pen a chart has no hatches, and is not drawn.
  HTMLCanvasElement.prototype.getContext = () => null;
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.scrollTo = () => {};
  // No sheet is loaded here: an element's style is what is written at it. To compute more costs most of a test's time.
  const plain = (element: Element) => (element as HTMLElement).style;
  Object.assign(globalThis, { getComputedStyle: plain });
  Object.assign(window, { getComputedStyle: plain });
}
