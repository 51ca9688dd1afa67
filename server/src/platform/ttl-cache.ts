/**
 * Answers that are kept for a few seconds: other nodes on the database see a change after that long, this one at once,
 * by `clear`. At most so many keys are kept, for some of them are what anybody asked for.
 */
const ttlMs = 5_000;
const maxKeys = 1_000;

export function createTtlCache<T>(read: (key: string) => Promise<T>, now: () => number) {
  const kept = new Map<string, { until: number; answer: Promise<T> }>();
  return {
    of(key: string): Promise<T> {
      const known = kept.get(key);
      // A clock that went back makes it old too.
      if (known !== undefined && now() < known.until && known.until - now() <= ttlMs) return known.answer;
      if (kept.size >= maxKeys) kept.clear();
      const answer = read(key);
      kept.set(key, { until: now() + ttlMs, answer });
      answer.catch(() => kept.delete(key));
      return answer;
    },
    clear(): void {
      kept.clear();
    },
  };
}
