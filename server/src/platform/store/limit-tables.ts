import type { WorkOrderSource, WorkOrderState } from "@tracewater/contract/field/work-orders";
import type { ColumnType, Generated } from "kysely";

/** The tables of limits, of what followed from results over them, and of work orders, as the query builder sees them. */
export type LimitTables = {
  analyteLimit: {
    id: Generated<number>;
    unitId: number | null;
    analyte: string;
    phase: string;
    version: number;
    value: string | null;
    source: string;
    reason: string;
    createdAt: Generated<Date>;
    createdBy: string;
  };
  bottleHold: {
    id: Generated<number>;
    bottleId: number;
    origin: string;
    since: Date;
    placedBy: string;
    releasedAt: Date | null;
    releasedBy: string | null;
    releaseReason: Generated<string>;
  };
  workOrder: {
    id: Generated<number>;
    orderNo: string;
    unitId: number;
    source: WorkOrderSource;
    origin: string | null;
    title: string;
    titleZh: string;
    deviceId: number | null;
    pointId: number | null;
    assignee: Generated<string>;
    assigneeId: number | null;
    due: Date | null;
    steps: ColumnType<unknown, string, string>;
    ticked: Generated<number[]>;
    note: Generated<string>;
    state: Generated<WorkOrderState>;
    stateReason: Generated<string>;
    stateBy: Generated<string>;
    madeBy: string;
    madeById: number | null;
    createdAt: Generated<Date>;
    changedAt: Generated<Date>;
  };
  workOrderEvent: {
    id: Generated<number>;
    orderId: number;
    state: WorkOrderState;
    at: Generated<Date>;
    byId: number | null;
    by: string;
    note: string;
  };
  assayExcess: {
    id: Generated<number>;
    assayId: number;
    rootId: number;
    unitId: number;
    limitId: number;
    limitValue: string;
    deviceId: number | null;
    bottleId: number | null;
    orderId: number | null;
    commandId: string | null;
    at: Date;
    closedAt: Date | null;
    closedBy: number | null;
  };
};
