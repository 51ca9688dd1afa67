const spanMs = 1000;

/** Frames that the browser can draw in a second; null where the page is not seen, and draws none. */
export function measureFrames(): Promise<number | null> {
  if (document.hidden) return Promise.resolve(null);
  return new Promise((resolve) => {
    let frames = 0;
    let began = 0;
    const count = (now: number) => {
      if (frames === 0) began = now;
      const span = now - began;
      if (span >= spanMs) return resolve(Math.round((frames / span) * 1000));
      frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
}

/** Chromium alone says. */
export function heapMb(): number | null {
  const memory: unknown = Reflect.get(performance, "memory");
  if (typeof memory !== "object" || memory === null) return null;
  const used: unknown = Reflect.get(memory, "usedJSHeapSize");
  return typeof used === "number" ? Math.round(used / 100_000) / 10 : null;
}
