/** Lists and look-ups of upgrades. */
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope, systemScope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

/** An upgrade with what there is to know of its device, its batch and its file. */
export type UpgradeRow = {
  id: string;
  batchId: number;
  batchName: string;
  firmwareId: number;
  deviceId: number;
  deviceName: string;
  nickname: string;
  productKey: string;
  typeKey: string;
  unitId: number;
  isOnline: boolean;
  module: string;
  versionBefore: string | null;
  version: string;
  size: string;
  sha256: string;
  md5: string;
  fileName: string;
  attempt: number;
  retried: boolean;
  state: string;
  progress: number;
  tellings: number;
  reason: string | null;
  message: string | null;
  queuedAt: Date;
  toldAt: Date | null;
  downloadingAt: Date | null;
  installedAt: Date | null;
  finishedAt: Date | null;
  waitsUntil: Date;
};

export type UpgradeFilter = TimeSpan & {
  batchId?: number | undefined;
  deviceId?: number | undefined;
  state?: string | undefined;
  keyword?: string | undefined;
};

export function createUpgradeQueries(db: Db) {
  return {
    async list(
      scope: Scope,
      filter: UpgradeFilter,
      page: { limit: number; offset: number },
    ): Promise<UpgradeRow[]> {
      const found = await sql<UpgradeRow>`${select} where ${matches(scope, filter)}
        order by u.queued_at desc, u.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(scope: Scope, filter: UpgradeFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from firmware_upgrade u join device d on d.id = u.device_id
        where ${matches(scope, filter)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async listByIds(ids: readonly string[]): Promise<UpgradeRow[]> {
      const found = await sql<UpgradeRow>`${select} where u.id = any(${[...ids]}::bigint[]) order by u.id
        limit ${Math.max(1, ids.length)}`.execute(db);
      return found.rows;
    },

    /** Those of these devices that an upgrade is open for. */
    async listNotified(deviceIds: readonly number[]): Promise<number[]> {
      const found = await sql<{ deviceId: number }>`select distinct device_id from firmware_upgrade
        where state in ('told', 'downloading') and device_id = any(${[...deviceIds]}::int[])`.execute(db);
      return found.rows.map((row) => row.deviceId);
    },

    /** What a device is to install now. */
    async findOpen(deviceId: number, module: string): Promise<UpgradeRow | undefined> {
      const found = await sql<UpgradeRow>`${select} where u.device_id = ${deviceId} and u.module = ${module}
        and u.state in ('told', 'downloading', 'installed') order by u.id desc limit 1`.execute(db);
      return found.rows[0];
    },

    /** For the holder of a signed address. */
    async findDownloadable(id: string): Promise<UpgradeRow | undefined> {
      const found = await sql<UpgradeRow>`${select} where u.id = ${id}
        and u.state in ('told', 'downloading', 'installed') and ${inScope(systemScope, "u.unit_id")}`.execute(
        db,
      );
      return found.rows[0];
    },
  };
}

const select = sql`
  select u.id, u.batch_id, b.name as batch_name, u.firmware_id, u.device_id, d.device_name, d.nickname, p.product_key,
    p.type_key, u.unit_id, s.device_id is not null as is_online, u.module, u.version_before, f.version, f.size, f.sha256,
    f.md5, f.file_name, u.attempt, u.retried, u.state, u.progress, u.tellings, u.reason, u.message, u.queued_at,
    u.told_at, u.downloading_at, u.installed_at, u.finished_at, b.waits_until
  from firmware_upgrade u join firmware_batch b on b.id = u.batch_id join firmware f on f.id = u.firmware_id
    join device d on d.id = u.device_id join product p on p.id = d.product_id
    left join device_session s on s.device_id = u.device_id`;

function matches(scope: Scope, filter: UpgradeFilter): RawBuilder<boolean> {
  const parts = [inScope(scope, "u.unit_id"), ...inSpan(sql`u.queued_at`, filter)];
  if (filter.batchId !== undefined)
    parts.push(sql<boolean>`u.batch_id = ${filter.batchId} and not u.retried`);
  if (filter.deviceId !== undefined) parts.push(sql<boolean>`u.device_id = ${filter.deviceId}`);
  if (filter.state !== undefined) parts.push(sql<boolean>`u.state = ${filter.state}`);
  if (filter.keyword !== undefined) {
    const pattern = containing(filter.keyword);
    parts.push(sql<boolean>`(d.device_name ilike ${pattern} or d.nickname ilike ${pattern})`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
