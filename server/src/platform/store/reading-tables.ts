import type { Generated } from "kysely";

/** Legal holds on readings, and the rollups with where they are. */
export type ReadingTables = {
  readingHold: {
    id: Generated<number>;
    deviceId: number;
    /** The unit that the device belonged to when it was placed. */
    unitId: number;
    beginAt: Date;
    /** Null: without an end. */
    endAt: Date | null;
    reason: string;
    placedBy: string;
    placedAt: Generated<Date>;
    liftedBy: string | null;
    liftedAt: Date | null;
    liftReason: string | null;
  };
  rollupState: {
    one: Generated<boolean>;
    rolledTo: Date;
    closingTo: Date;
    origin: Date | null;
    rawFloor: Date;
    minuteFloor: Date;
  };
  rollupLate: { id: Generated<string>; fromAt: Date; untilAt: Date };
};
