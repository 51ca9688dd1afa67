/**
 * Shares look-ups of the same key: requests that arrive while one is running share the next one, so at most one runs and
 * one waits. Each request gets the result of a look-up that started after it arrived.
 */
export function shareLookUps<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, { current: Promise<T>; next: Promise<T> | null }>();

  function begin(key: string): Promise<T> {
    const entry: { current: Promise<T>; next: Promise<T> | null } = { current: find(key), next: null };
    running.set(key, entry);
    const end = () => {
      if (entry.next === null) running.delete(key);
    };
    entry.current.then(end, end);
    return entry.current;
  }

  return (key) => {
    const entry = running.get(key);
    if (entry === undefined) return begin(key);
    entry.next ??= entry.current.then(
      () => begin(key),
      () => begin(key),
    );
    return entry.next;
  };
}
