import type { Generated } from "kysely";

/** The table of detections, as the query builder sees it; the other tables of detections are read by statements. */
export type DetectionTables = {
  detection: {
    id: Generated<number>;
    unitId: number;
    deviceId: Generated<number | null>;
    measuredAt: Date;
    startedAt: Date;
    sampleNo: Generated<string>;
    method: Generated<string>;
    state: Generated<string>;
  };
};
