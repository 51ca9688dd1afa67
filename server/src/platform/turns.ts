/** When ten thousand come at once, what else the server does has its turn after so many milliseconds. */
const turnMs = 0.25;

/** What comes thousandfold is done some at a time, and what else the server does has its turn in between. */
export function createTurns() {
  const waiting: ((() => void) | null)[] = [];
  let next = 0;
  function doNext(): void {
    const work = waiting[next];
    // What is done is let go at once: the rest may wait for seconds, and what lives so long is copied and promoted.
    waiting[next++] = null;
    work?.();
  }
  function doSome(): void {
    const until = performance.now() + turnMs;
    do doNext();
    while (next < waiting.length && performance.now() < until);
    if (next < waiting.length) {
      setImmediate(doSome);
      return;
    }
    waiting.length = 0;
    next = 0;
  }
  return (work: () => void): void => {
    if (waiting.push(work) === 1) setImmediate(doSome);
  };
}
