import type { Generated } from "kysely";

/** Commands, batches of them and timed tasks, as the query builder sees them. Ids of commands are texts: they are int8. */
export type CommandTables = {
  command: {
    id: Generated<string>;
    deviceId: number;
    unitId: number;
    kind: string;
    identifier: string;
    callType: string;
    params: unknown;
    reason: Generated<string>;
    actorId: number | null;
    actorName: string;
    state: string;
    late: Generated<boolean>;
    timeoutS: number;
    queuedAt: Generated<Date>;
    sentAt: Date | null;
    acknowledgedAt: Date | null;
    finishedAt: Date | null;
    heldUntil: Date | null;
    awaitsId: number | null;
    awaitsName: string | null;
    expiresAt: Date;
    replyBy: Date | null;
    code: number | null;
    message: string | null;
    reply: unknown;
    attempts: Generated<number>;
    mostAttempts: Generated<number>;
    idempotent: Generated<boolean>;
    /** The server that claimed it last. */
    node: Generated<string>;
    batchId: number | null;
    timedTaskId: number | null;
  };
  commandStep: {
    id: Generated<string>;
    commandId: string;
    at: Generated<Date>;
    step: string;
    attempt: Generated<number>;
    node: Generated<string>;
    actor: Generated<string>;
    code: number | null;
  };
  commandBatch: {
    id: Generated<number>;
    typeKey: string;
    identifier: string;
    params: unknown;
    selection: unknown;
    reason: Generated<string>;
    actorId: number | null;
    actorName: string;
    timedTaskId: number | null;
    createdAt: Generated<Date>;
    cancelledAt: Date | null;
  };
  timedTask: {
    id: Generated<number>;
    typeKey: string;
    unitId: number | null;
    name: string;
    service: string;
    params: unknown;
    deviceId: number | null;
    tag: string | null;
    cron: string | null;
    onceAt: Date | null;
    zone: string;
    status: Generated<"0" | "1">;
    ownerId: number | null;
    ownerName: string;
    reason: Generated<string>;
    expiresInS: number;
    timeoutS: number | null;
    mostAttempts: Generated<number>;
    nextAt: Date | null;
    createdAt: Generated<Date>;
  };
  timedFiring: {
    id: Generated<string>;
    timedTaskId: number;
    tick: Date;
    at: Date;
    state: string;
    missed: Generated<number>;
    commandId: string | null;
    batchId: number | null;
    devices: Generated<number>;
    node: string;
    messageEn: Generated<string>;
    messageZh: Generated<string>;
  };
};
