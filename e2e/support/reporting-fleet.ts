import { cleanUpLater } from "./clean-up.ts";
import type { DatabaseView } from "./database-view.ts";
import type { Credentials } from "./platform-process.ts";
import { type Habit, type ReportingDevice, startReporting } from "./reporting-device.ts";
import { waitUntil } from "./wait-until.ts";

const habits: readonly Habit[] = ["timed", "bare", "timed", "reply"];

export type ReportingFleet = ReturnType<typeof startFleet>;

/** Devices that report without pause, a quarter of them with bare values, a quarter with post_reply alone. */
export function startFleet(devices: readonly Credentials[], where: () => string | null) {
  const fleet = devices.map((credentials, place) =>
    startReporting(credentials, habits[place % habits.length] ?? "timed", where),
  );
  const sum = (read: (device: ReportingDevice) => number) =>
    fleet.reduce((total, one) => total + read(one), 0);
  const close = async () => {
    await Promise.all(fleet.map((one) => one.close()));
  };
  cleanUpLater(close);
  return {
    devices: fleet,
    acknowledged: () => sum((one) => one.records.length - one.waiting()),
    connections: () => sum((one) => one.connections),
    refusals: () => fleet.flatMap((one) => one.refusals),
    open: () => sum((one) => (one.isOpen() ? 1 : 0)),
    /** Resolves once every device is connected and this many posts more are acknowledged. */
    async proceed(posts: number): Promise<void> {
      const wanted = this.acknowledged() + posts;
      await waitUntil(
        `${posts} more posts are acknowledged`,
        () => this.open() === fleet.length && this.acknowledged() >= wanted,
        { withinMs: 60_000, everyMs: 5 },
      );
    },
    /** Resolves once so many posts of every single device are acknowledged. */
    async eachHasPosted(posts: number): Promise<void> {
      await waitUntil(
        `${posts} posts of each device are acknowledged`,
        () => fleet.every((one) => one.records.length - one.waiting() >= posts),
        { withinMs: 60_000, everyMs: 20 },
      );
    },
    /** Posts nothing new and waits for the last acknowledgement. */
    async finish(): Promise<void> {
      for (const one of fleet) one.quiet();
      await waitUntil("every post is acknowledged", () => sum((one) => one.waiting()) === 0, {
        withinMs: 60_000,
      });
    },
    close,
  };
}

/** The ledger alongside the database. */
export type Balance = {
  /** Posts with a PUBACK; with a post_reply of code 200. */
  pubacks: number;
  replies: number;
  stored: number;
  /** Acknowledged in either way, and not in the database. */
  lost: number;
  /** In the database more than once. */
  doubled: number;
  /** In the database under another time than the device's own. */
  displaced: number;
  conflicts: number;
  refused: number;
};

export const nothingWrong = { lost: 0, doubled: 0, displaced: 0, conflicts: 0, refused: 0 } as const;

/** Holds what was acknowledged against what is stored: each post carries a number of its own as its `flow`. */
export async function balance(fleet: ReportingFleet, store: DatabaseView): Promise<Balance> {
  const rows = await store.rows<{ deviceName: string; number: number; ms: number }>(
    `select d.device_name as "deviceName", t.value as number, extract(epoch from t.ts)::float8 * 1000 as ms
     from telemetry t join metric m on m.id = t.metric join device d on d.id = t.device_id
     where m.identifier = 'flow'`,
  );
  const [conflicts] = await store.rows<{ count: number }>(
    "select count(*)::int as count from telemetry_conflict",
  );
  const stored = new Map<string, number[]>();
  for (const { deviceName, number, ms } of rows) {
    const key = `${deviceName} ${number}`;
    stored.set(key, [...(stored.get(key) ?? []), ms]);
  }
  const found: Balance = {
    pubacks: 0,
    replies: 0,
    stored: rows.length,
    lost: 0,
    doubled: [...stored.values()].filter((times) => times.length > 1).length,
    displaced: 0,
    conflicts: conflicts?.count ?? 0,
    refused: 0,
  };
  for (const device of fleet.devices) {
    found.refused += device.refusals.length;
    for (const record of device.records) {
      const times = stored.get(`${device.deviceName} ${record.number}`);
      if (record.hasPuback) found.pubacks += 1;
      if (record.hasReply) found.replies += 1;
      if ((record.hasPuback || record.hasReply) && times === undefined) found.lost += 1;
      if (record.time !== null && times?.some((ms) => Math.round(ms) !== record.time)) found.displaced += 1;
    }
  }
  return found;
}

/** Of devices that post bare values: as many rows as posts, whatever was sent twice. */
export async function countBare(
  fleet: ReportingFleet,
  store: DatabaseView,
): Promise<{ acknowledged: number; stored: number }> {
  const bare = fleet.devices.filter((one) => one.habit === "bare");
  const [counted] = await store.rows<{ count: number }>(
    `select count(*)::int as count from telemetry t join metric m on m.id = t.metric
     join device d on d.id = t.device_id where m.identifier = 'flow' and d.device_name = any($1)`,
    [bare.map((one) => one.deviceName)],
  );
  const acknowledged = bare.flatMap((one) => one.records).filter((record) => record.hasPuback).length;
  return { acknowledged, stored: counted?.count ?? 0 };
}
