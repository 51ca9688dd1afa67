import type { BottleState } from "@tracewater/contract/field/bottles";
import type { ColumnType, Generated } from "kysely";

/** The tables of bottles, as the query builder sees them. */
export type BottleTables = {
  bottle: {
    id: Generated<number>;
    bodyCode: string;
    unitId: number;
    material: Generated<string>;
    volume: Generated<number>;
    lot: Generated<string>;
    /** A day; the driver reads it as midnight of its own zone, so stores ask for its text. */
    cleanedAt: ColumnType<Date | null, string | null, string | null>;
    state: Generated<BottleState>;
    createdAt: Generated<Date>;
  };
  bottlePair: {
    id: Generated<string>;
    bottleId: number;
    capCode: string;
    boundAt: Date;
    boundBy: string;
    brokenAt: Date | null;
    brokenBy: string | null;
    reason: Generated<string>;
  };
  bottlePlace: {
    id: Generated<string>;
    deviceId: number;
    slot: number;
    bottleId: number;
    since: Date;
    until: Date | null;
    putBy: string;
    takenBy: string | null;
    deliveryNo: string | null;
  };
  slotClear: { deviceId: number; slot: number; clearedAt: Date };
  bottleEntry: {
    id: Generated<string>;
    deviceId: number;
    unitId: number;
    slot: number;
    part: string;
    code: string;
    clearVolume: boolean;
    commandId: string | null;
    state: string;
    reasonEn: string | null;
    reasonZh: string | null;
    actor: string;
    askedAt: Generated<Date>;
    endedAt: Date | null;
  };
};
