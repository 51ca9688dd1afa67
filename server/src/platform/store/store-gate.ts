/**
 * Whether the store takes work: `away` while PostgreSQL is gone or does not answer, `full` while the disk is nearly
 * full (reads go on, writes are refused before PostgreSQL's log can fill the disk).
 */
export type StoreCondition = "up" | "away" | "full";

/** What requests that wait for the store are ended with once it is away. */
export class StoreAway extends Error {}

export type StoreGate = {
  condition(): StoreCondition;
  canWrite(): boolean;
  setUp(isUp: boolean): void;
  setRoom(hasRoom: boolean): void;
  /** The work's own end, or StoreAway as soon as the store is known to be away; the work itself goes on. */
  unlessAway<T>(work: Promise<T>): Promise<T>;
};

export function createStoreGate(): StoreGate {
  let isUp = true;
  let hasRoom = true;
  const waiting = new Set<(reason: StoreAway) => void>();
  const condition = (): StoreCondition => (!isUp ? "away" : hasRoom ? "up" : "full");
  return {
    condition,
    canWrite: () => condition() === "up",
    setUp(value) {
      isUp = value;
      if (isUp) return;
      for (const reject of waiting) reject(new StoreAway("the store is away"));
      waiting.clear();
    },
    setRoom(value) {
      hasRoom = value;
    },
    unlessAway(work) {
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      });
    },
  };
}
