/**
 * Whether the store takes work: `away` while PostgreSQL is gone, `full` while the disk is nearly full (reads go
 * on, writes are refused before PostgreSQL's log can fill the disk).
 */
export type StoreCondition = "up" | "away" | "full";

export type StoreGate = {
  condition(): StoreCondition;
  canWrite(): boolean;
  setUp(isUp: boolean): void;
  setRoom(hasRoom: boolean): void;
};

export function createStoreGate(): StoreGate {
  let isUp = true;
  let hasRoom = true;
  const condition = (): StoreCondition => (!isUp ? "away" : hasRoom ? "up" : "full");
  return {
    condition,
    canWrite: () => condition() === "up",
    setUp(value) {
      isUp = value;
    },
    setRoom(value) {
      hasRoom = value;
    },
  };
}
