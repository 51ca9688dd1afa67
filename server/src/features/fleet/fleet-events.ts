import type { Severity } from "@tracewater/contract/fleet/alarm-rules";
import type { AlarmChange } from "@tracewater/contract/fleet/alarms";
import type { Command } from "@tracewater/contract/fleet/commands";
import type { Connection, LatestValue } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Upgrade } from "@tracewater/contract/fleet/firmware-upgrades";

/** Which device a fact is about, and the unit that it belonged to then. */
export type About = { deviceId: number; unitId: number; typeKey: FamilyKey };

/** What has happened in the fleet. */
export type FleetEvents = {
  "values.stored": About & { values: LatestValue[] };
  "event.stored": About & { identifier: string; at: number; params: Record<string, unknown> };
  "message.logged": About & {
    at: number;
    direction: "up" | "down";
    kind: "property" | "event" | "service" | "reply" | "ntp" | "other";
    topic: string;
    /** JSON text: it is read where somebody looks at it. */
    payload: string;
  };
  "connection.changed": About & { connection: Connection };
  "command.changed": About & { command: Command };
  "upgrade.changed": About & { upgrade: Upgrade };
  /** Its thing model is another: who keeps it compiled has to look again. */
  "product.changed": { productId: number };
  /** Reported on every node, after its commit. */
  "alarm.changed": {
    /** Both null where it is about a display. */
    deviceId: number | null;
    typeKey: FamilyKey | null;
    unitId: number;
    alarmId: number;
    change: AlarmChange;
    severity: Severity;
    isOpen: boolean;
  };
  /** Its tags or its name are other ones: what is chosen by them has to look again. */
  "device.described": { deviceId: number };
  /** Commands of a batch that belong to devices of this unit are in other states than before. */
  "batch.changed": { batchId: number; unitId: number; typeKey: FamilyKey };
  /** Its secret, status or unit is another: who holds a connection of it has to look again. */
  "device.changed": {
    deviceId: number;
    /** Where the device itself is reported why its connection ends. */
    life?: "disable" | "enable" | "delete";
  };
};
