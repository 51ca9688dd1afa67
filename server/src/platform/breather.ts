/** Waits where the work before it has held the event loop for long; otherwise it gives nothing to wait for. */
export type Breather = () => Promise<void> | undefined;

const heldMs = 8;

/**
 * For work of many small steps that nobody waits for at a millisecond: called between two steps, it lets whatever else
 * came in meanwhile run first, and then leaves the loop alone for twice as long as it held it: three of them at once still leave room.
 */
export function createBreather(): Breather {
  let since = performance.now();
  return () => {
    const held = performance.now() - since;
    if (held < heldMs) return undefined;
    return new Promise<void>((resolve) => {
      setTimeout(
        () => {
          since = performance.now();
          resolve();
        },
        Math.min(2 * held, 100),
      );
    });
  };
}
