import type { ColumnType, Generated } from "kysely";

/** The tables of thing models' versions, gateways and firmware, as the query builder sees them. */
export type FirmwareTables = {
  productModelVersion: {
    productId: number;
    version: string;
    model: Json;
    /** shipped | edited */
    source: string;
    note: Generated<string>;
    actorName: Generated<string>;
    publishedAt: Generated<Date>;
  };
  deviceGateway: { deviceId: number; gatewayId: number; since: Generated<Date> };
  firmware: {
    id: Generated<number>;
    productId: number;
    module: string;
    version: string;
    fileName: string;
    /** int8: read as text. */
    size: ColumnType<string, number, never>;
    sha256: string;
    md5: string;
    notes: Generated<string>;
    actorName: string;
    createdAt: Generated<Date>;
  };
  deviceFirmware: { deviceId: number; module: string; version: string; since: Date; informedAt: Date };
  deviceFirmwarePast: {
    id: Generated<string>;
    deviceId: number;
    module: string;
    version: string;
    since: Date;
  };
  firmwareBatch: {
    id: Generated<number>;
    firmwareId: number;
    name: string;
    selection: Json;
    atOnce: number;
    patienceS: number;
    actorId: number | null;
    actorName: string;
    createdAt: Generated<Date>;
    waitsUntil: Date;
  };
  firmwareUpgrade: {
    id: Generated<string>;
    batchId: number;
    firmwareId: number;
    deviceId: number;
    unitId: number;
    module: string;
    attempt: Generated<number>;
    retried: Generated<boolean>;
    versionBefore: string | null;
    state: Generated<string>;
    progress: Generated<number>;
    tellings: Generated<number>;
    reason: string | null;
    message: string | null;
    queuedAt: Date;
    toldAt: Date | null;
    /** The PUBACK of what it was instructed. */
    receivedAt: Date | null;
    downloadingAt: Date | null;
    installedAt: Date | null;
    lastSignAt: Date | null;
    finishedAt: Date | null;
  };
};

/** jsonb: read as parsed JSON, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
