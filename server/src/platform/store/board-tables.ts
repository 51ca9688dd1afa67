import type { Generated } from "kysely";

/** The table of board tests, as the query builder sees it; the other tables of boards are read by statements. */
export type BoardTables = {
  boardTest: {
    id: Generated<number>;
    unitId: number;
    source: string;
    deviceId: Generated<number | null>;
    measuredAt: Date;
    lotNo: string;
    sampleNo: Generated<string>;
    operator: Generated<string>;
    outcome: string;
  };
};
