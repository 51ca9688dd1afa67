/**
 * Whether the database takes work: `away` while PostgreSQL is gone or does not answer, `full` while the disk is nearly
 * full (reads go on, writes are refused before PostgreSQL's log can fill the disk).
 */
export type DatabaseCondition = "up" | "away" | "full";

/** What requests that wait for the database are ended with once it is away. */
export class DatabaseUnavailable extends Error {}

export type DatabaseGate = {
  condition(): DatabaseCondition;
  canWrite(): boolean;
  setUp(isUp: boolean): void;
  setRoom(hasRoom: boolean): void;
  /**
   * The work's own end, or DatabaseUnavailable as soon as the database is known to be away; the work itself goes on.
   */
  unlessUnavailable<T>(work: Promise<T>): Promise<T>;
};

export function createDatabaseGate(): DatabaseGate {
  let isUp = true;
  let hasRoom = true;
  const waiting = new Set<(reason: DatabaseUnavailable) => void>();
  const condition = (): DatabaseCondition => (!isUp ? "away" : hasRoom ? "up" : "full");
  return {
    condition,
    canWrite: () => condition() === "up",
    setUp(value) {
      isUp = value;
      if (isUp) return;
      for (const reject of waiting) reject(new DatabaseUnavailable("the database is unavailable"));
      waiting.clear();
    },
    setRoom(value) {
      hasRoom = value;
    },
    unlessUnavailable(work) {
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      });
    },
  };
}
