import type { ColumnType, Generated } from "kysely";

/** What is drawn and dated of sampling points, as the query builder sees it. */
export type PointTables = {
  samplingPointArea: {
    pointId: number;
    area: ColumnType<unknown, string, string>;
    squareKm: number;
    changedAt: Generated<Date>;
    changedBy: string;
  };
  samplingPointFigure: {
    id: Generated<number>;
    pointId: number;
    kind: string;
    /** A day; the driver reads it as midnight of its own zone, so stores ask for its text. */
    since: ColumnType<Date, string, string>;
    value: number;
    method: string;
    /** Percent, k = 1. */
    uncertainty: Generated<number | null>;
    source: Generated<string>;
    madeAt: Generated<Date>;
    madeBy: string;
  };
};
