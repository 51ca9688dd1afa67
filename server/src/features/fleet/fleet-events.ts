import type { Command } from "@tracewater/contract/fleet/commands";
import type { Connection, LatestValue } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";

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
    payload: unknown;
  };
  "connection.changed": About & { connection: Connection };
  "command.changed": About & { command: Command };
  /** Its secret, status or unit is another: who holds a connection of it has to look again. */
  "device.changed": { deviceId: number };
};
