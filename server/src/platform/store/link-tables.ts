import type { ColumnType, Generated } from "kysely";

/** What the device protocol keeps besides readings. */
export type LinkTables = {
  connectAttempt: {
    id: Generated<string>;
    deviceId: number;
    at: Date;
    address: string;
    outcome: string;
    sdk: string | null;
    tookOver: Generated<boolean>;
  };
  unknownConnect: {
    productKey: string;
    deviceName: string;
    address: string;
    times: number;
    firstAt: Date;
    lastAt: Date;
  };
  desiredProperty: {
    deviceId: number;
    identifier: string;
    /** Null: wished no more. */
    value: Json;
    version: number;
    changedAt: Date;
    actorName: string;
  };
  deviceAttribute: { deviceId: number; key: string; value: string; toldAt: Date };
  deviceShadow: {
    deviceId: number;
    version: string;
    reported: Json;
    desired: Json;
    metadata: Json;
    changedAt: Date;
  };
  deviceLog: {
    id: Generated<string>;
    deviceId: number;
    at: Date;
    receivedAt: Date;
    level: string;
    module: string;
    code: string;
    trace: string;
    content: string;
  };
  deviceLogSwitch: { deviceId: number; isOn: boolean; changedAt: Date; actorName: string };
  productConfig: {
    id: Generated<number>;
    productId: number;
    version: number;
    content: string;
    size: number;
    sha256: string;
    note: Generated<string>;
    actorName: string;
    createdAt: Generated<Date>;
  };
};

/** jsonb: read as parsed JSON, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
