import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AuditTables } from "./audit-tables.ts";
import type { BoardTables } from "./board-tables.ts";
import type { BottleTables } from "./bottle-tables.ts";
import type { CommandTables } from "./command-tables.ts";
import type { DetectionTables } from "./detection-tables.ts";
import type { EvidenceTables } from "./evidence-tables.ts";
import type { FirmwareTables } from "./firmware-tables.ts";
import type { LaboratoryTables } from "./laboratory-tables.ts";
import type { LimitTables } from "./limit-tables.ts";
import type { LinkTables } from "./link-tables.ts";
import type { MediaTables } from "./media-tables.ts";
import type { PeopleTables } from "./people-tables.ts";
import type { PointTables } from "./point-tables.ts";
import type { ReadingTables } from "./reading-tables.ts";
import type { SamplingTables } from "./sampling-tables.ts";
import type { SettingsTables } from "./settings-tables.ts";
import type { UnitsTables } from "./units-tables.ts";

/** The tables as the query builder sees them; the migrations declare them. Times are instants, ids are int4. */
export type Tables = FirstTables &
  PeopleTables &
  UnitsTables &
  SettingsTables &
  AuditTables &
  LinkTables &
  BoardTables &
  BottleTables &
  EvidenceTables &
  FirmwareTables &
  CommandTables &
  DetectionTables &
  MediaTables &
  LaboratoryTables &
  LimitTables &
  SamplingTables &
  PointTables &
  ReadingTables;

type FirstTables = {
  menu: {
    id: Generated<number>;
    /** Set for what the program brings along; what people add has none. */
    builtInKey: string | null;
    parentId: number | null;
    /** directory | page | action */
    kind: string;
    title: string;
    path: Generated<string>;
    component: string | null;
    query: string | null;
    icon: Generated<string>;
    permission: string | null;
    orderNum: Generated<number>;
    visible: Generated<boolean>;
    status: Generated<"0" | "1">;
    /** Whether the console keeps the page while its tab is open. */
    cached: Generated<boolean>;
    redirect: Generated<string>;
    remark: Generated<string>;
  };
  captcha: { uuid: string; answer: string; expiresAt: Date };
  loginFailure: { key: string; failures: number; lastAt: Date };
  setting: { key: string; value: unknown };
  product: {
    id: Generated<number>;
    productKey: string;
    typeKey: string;
    name: string;
    nameZh: string;
    model: Json;
    /** Of what the program brought along; null for products that people made. */
    shippedVersion: string | null;
    shippedDigest: string | null;
    /** Whether its devices may fetch their first secret by themselves. */
    dynamicRegistration: Generated<boolean>;
    secretSealed: Buffer | null;
    createdAt: Generated<Date>;
  };
  device: {
    id: Generated<number>;
    productId: number;
    /** Of its product; filled in by the database. */
    typeKey: GeneratedAlways<string>;
    deviceName: string;
    nickname: Generated<string>;
    unitId: number;
    pointId: number | null;
    secretSealed: Buffer;
    status: Generated<"0" | "1">;
    tags: Generated<string[]>;
    firmware: string | null;
    latitude: number | null;
    longitude: number | null;
    createdAt: Generated<Date>;
    activatedAt: Date | null;
    lastOnlineAt: Date | null;
    lastConnectAt: Date | null;
    lastConnectAddress: string | null;
    lastConnectOutcome: string | null;
    lastConnectSdk: string | null;
    registeredAt: Date | null;
    /** Off the platform for good; its past stays. */
    retiredAt: Date | null;
    replacedBy: number | null;
    claimHash: Buffer | null;
    /** Follows `device_session`; written by the database alone. */
    connected: GeneratedAlways<boolean>;
    /** From the facts above. */
    state: GeneratedAlways<string>;
  };
  /** What a device is found by, in small letters; written by triggers of `device` alone. */
  deviceSearch: { deviceId: number; text: string };
  deviceRecord: {
    id: Generated<string>;
    deviceId: number;
    unitId: number;
    at: Date;
    kind: string;
    actor: Generated<string>;
    facts: Json;
  };
  /** Written by triggers of `device_session` and `device.last_online_at` alone. */
  deviceConnection: { deviceId: number; since: Date; until: Date | null; takenOver: Generated<boolean> };
  deviceUnit: { deviceId: number; unitId: number; since: Date; until: Date | null };
  devicePoint: { deviceId: number; pointId: number; since: Date; until: Date | null };
  deviceSession: { deviceId: number; node: string; epoch: string; since: Date };
  metric: { id: Generated<number>; identifier: string };
  telemetry: TelemetryRow;
  telemetryLatest: TelemetryRow;
  telemetryConflict: TelemetryRow & { seenAt: Generated<Date> };
  deviceEvent: {
    id: Generated<string>;
    deviceId: number;
    unitId: number;
    identifier: string;
    kind: string;
    ts: Date;
    receivedAt: Date;
    params: Json;
  };
  messageLog: {
    id: Generated<string>;
    deviceId: number;
    receivedAt: Date;
    direction: number;
    kind: number;
    code: number | null;
    packetId: number | null;
    topic: string;
    payload: Json;
  };
  samplingPoint: {
    id: Generated<number>;
    code: string;
    name: string;
    kind: string;
    unitId: number;
    latitude: number | null;
    longitude: number | null;
    country: Generated<string>;
    place: Generated<string>;
    population: number | null;
    designFlow: number | null;
    source: Generated<string>;
    createdAt: Generated<Date>;
    address: Generated<string>;
    populationMethod: string | null;
    /** A day; the driver reads it as midnight of its own zone, so stores ask for its text. */
    populationDate: ColumnType<Date | null, string | null, string | null>;
    contact: Generated<string>;
    status: Generated<"0" | "1">;
    /** IANA; empty for the server's. */
    zone: Generated<string>;
  };
};

type TelemetryRow = {
  deviceId: number;
  metric: number;
  flags: number;
  ts: Date;
  value: number | null;
  receivedAt: Date;
  valueJson: unknown;
};

/** jsonb: read as parsed JSON, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
