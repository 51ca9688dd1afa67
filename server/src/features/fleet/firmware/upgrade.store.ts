/** The steps of upgrades. */
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createUpgradeQueries } from "./upgrade-queries.store.ts";

type Ids = { id: string }[];
type Ending = { state: "failed"; reason: string; message: string };

const open = sql`('queued', 'told', 'downloading', 'installed')`;

/** Each step of an upgrade is one statement that names the states it may be taken from; it gives who took it. */
export function createUpgradeStore(db: Db) {
  return {
    ...createUpgradeQueries(db),
    ...createNoticeSteps(db),
    ...createDeviceSteps(db),
    ...createBatchSteps(db),
  };
}

/** Steps of the platform: it offers an upgrade to the device, and ends one that does not go on. */
function createNoticeSteps(db: Db) {
  return {
    /**
     * Takes those whose turn it is: their device has been online on this node since `settledBefore`, and no more of
     * the batch download at one time than it allows.
     */
    claimDue: (node: string, at: Date, settledBefore: Date): Promise<string[]> =>
      took(
        db,
        sql`
        with turn as (
          select u.id, row_number() over (partition by u.batch_id order by u.id) as place, b.at_once,
            (select count(*) from firmware_upgrade a where a.batch_id = u.batch_id and a.state in ('told', 'downloading'))
              as busy
          from firmware_upgrade u join firmware_batch b on b.id = u.batch_id
            join device_session s on s.device_id = u.device_id
          where u.state = 'queued' and b.waits_until > ${at} and s.node = ${node} and s.since <= ${settledBefore}),
        free as (select id from firmware_upgrade where state = 'queued'
          and id in (select id from turn where place + busy <= at_once order by id limit 200) for update skip locked)
        update firmware_upgrade u set state = 'told', told_at = ${at}, last_sign_at = ${at}, received_at = null,
          tellings = tellings + 1
        from free where u.id = free.id returning u.id`,
      ),

    /** Gives a claimed one back that could not be written to the connection. */
    release: (id: string): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade set state = 'queued', told_at = null, last_sign_at = null, tellings = tellings - 1
        where id = ${id} and state = 'told' and received_at is null returning id`,
      ),

    /** Those that were reported before this connection and that the device may not know of any longer. */
    claimAgain: (deviceId: number, since: Date, at: Date, which: "unreceived" | "all"): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade set told_at = ${at}, received_at = null, tellings = tellings + 1
        where device_id = ${deviceId} and state in ('told', 'downloading') and told_at < ${since}
          and (${which === "all"} or (state = 'told' and received_at is null)) returning id`,
      ),

    /** Those of which nothing was heard for too long, that wait too long, or begin again too often. */
    endOverdue: (at: Date, maxNotifications: number): Promise<string[]> =>
      took(
        db,
        sql`
        with late as (
          select u.id, b.waits_until <= ${at} as over from firmware_upgrade u join firmware_batch b on b.id = u.batch_id
          where (u.state = 'queued' and b.waits_until <= ${at})
            or (u.state in ('told', 'downloading', 'installed')
              and u.last_sign_at + make_interval(secs => b.patience_s) <= ${at})
            or (u.state in ('told', 'downloading') and u.tellings > ${maxNotifications})
          order by u.id limit 500)
        update firmware_upgrade u set finished_at = ${at},
          state = case when u.tellings > ${maxNotifications} then 'failed' else 'timedOut' end,
          reason = case when u.state = 'queued' then 'offline' when u.tellings > ${maxNotifications} then 'restarts'
            when u.state = 'told' then 'silent' when u.state = 'downloading' then 'stalled' else 'noReport' end
        from late where u.id = late.id and u.state in ${open} returning u.id`,
      ),
  };
}

/** Steps that the device takes. */
function createDeviceSteps(db: Db) {
  return {
    received: (id: string, at: Date): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade set received_at = ${at}, last_sign_at = ${at}
        where id = ${id} and state = 'told' and received_at is null returning id`,
      ),

    /** It has asked for the file. Of a download in many parts not each is written. */
    downloadBegun: (id: string, at: Date, lately: Date): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade set state = 'downloading', last_sign_at = ${at},
          downloading_at = coalesce(downloading_at, ${at})
        where id = ${id} and (state = 'told' or (state = 'downloading' and last_sign_at < ${lately})) returning id`,
      ),

    progressed: (
      device: { deviceId: number; module: string },
      step: { progress: number; at: Date },
    ): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade set progress = ${step.progress}, last_sign_at = ${step.at},
          state = case when ${step.progress} = 100 then 'installed' else 'downloading' end,
          downloading_at = coalesce(downloading_at, ${step.at}),
          installed_at = case when ${step.progress} = 100 then ${step.at}::timestamptz end
        where device_id = ${device.deviceId} and module = ${device.module}
          and state in ('told', 'downloading', 'installed') and (progress <> ${step.progress} or state = 'told')
        returning id`,
      ),

    failed: (device: { deviceId: number; module: string }, ending: Ending, at: Date): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade set state = 'failed', reason = ${ending.reason}, message = ${ending.message},
          finished_at = ${at}
        where device_id = ${device.deviceId} and module = ${device.module}
          and state in ('told', 'downloading', 'installed') returning id`,
      ),

    /** The device's own report of what it runs: the only way to success, and the end of who said that all is installed. */
    informed: (device: { deviceId: number; module: string }, version: string, at: Date): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade u set finished_at = ${at},
          state = case when f.version = ${version} then 'succeeded' else 'failed' end,
          progress = case when f.version = ${version} then 100 else u.progress end,
          reason = case when f.version = ${version} then null else 'oldVersion' end,
          message = case when f.version = ${version} then null else ${version}::text end
        from firmware f where f.id = u.firmware_id and u.device_id = ${device.deviceId}
          and u.module = ${device.module} and u.state in ${open} and (f.version = ${version} or u.state = 'installed')
        returning u.id`,
      ),
  };
}

/** Steps that people order, for a batch or some of its devices. */
function createBatchSteps(db: Db) {
  return {
    cancel: (scope: Scope, batchId: number, ids: readonly string[] | null, at: Date): Promise<string[]> =>
      took(
        db,
        sql`update firmware_upgrade u set state = 'cancelled', finished_at = ${at}
        where u.batch_id = ${batchId} and u.state in ${open} and ${inScope(scope, "u.unit_id")} and ${isOf(ids)}
        returning u.id`,
      ),

    /** Another attempt of each that ended without success, unless the device is upgraded otherwise meanwhile. */
    retry: (scope: Scope, batchId: number, ids: readonly string[] | null, at: Date): Promise<string[]> =>
      took(
        db,
        sql`
        with again as (
          update firmware_upgrade u set retried = true
          where u.batch_id = ${batchId} and u.state in ('failed', 'cancelled', 'timedOut') and not u.retried
            and ${inScope(scope, "u.unit_id")} and ${isOf(ids)}
            and not exists (select from firmware_upgrade o where o.device_id = u.device_id and o.module = u.module
              and o.state in ${open})
          returning u.*)
        insert into firmware_upgrade (batch_id, firmware_id, device_id, unit_id, module, attempt, version_before, queued_at)
        select a.batch_id, a.firmware_id, a.device_id, a.unit_id, a.module, a.attempt + 1,
          (select f.version from device_firmware f where f.device_id = a.device_id and f.module = a.module), ${at}
        from again a returning id`,
      ),

    /** A batch whose time to wait is over waits as long again for those that are retried. */
    async waitAgain(batchId: number, at: Date): Promise<void> {
      await sql`update firmware_batch set waits_until = greatest(waits_until, ${at}::timestamptz + (waits_until - created_at))
        where id = ${batchId}`.execute(db);
    },
  };
}

async function took(db: Db, step: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows }: { rows: Ids } = await step.execute(db);
  return rows.map((row) => row.id);
}

function isOf(ids: readonly string[] | null): RawBuilder<boolean> {
  return ids === null ? sql<boolean>`true` : sql<boolean>`u.id = any(${[...ids]}::bigint[])`;
}
