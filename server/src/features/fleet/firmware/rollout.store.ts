import type { UpgradeCounts, UpgradeSelection } from "@tracewater/contract/fleet/firmware-upgrades";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

/** What a batch is about. */
export type Target = { firmwareId: number; productId: number; module: string; version: string };

export type NewRollout = {
  name: string;
  atOnce: number;
  patienceS: number;
  actorId: number;
  actorName: string;
  at: Date;
  waitsUntil: Date;
};

export type RolloutRow = {
  id: number;
  name: string;
  firmwareId: number;
  productId: number;
  typeKey: string;
  productName: string;
  productNameZh: string;
  module: string;
  version: string;
  selection: unknown;
  atOnce: number;
  patienceS: number;
  actorName: string;
  createdAt: Date;
  waitsUntil: Date;
  counts: UpgradeCounts;
};

export type RolloutFilter = TimeSpan & {
  productId?: number | undefined;
  firmwareId?: number | undefined;
  state?: "open" | "finished" | undefined;
};

export type RolloutPreview = { chosen: number; online: number; alreadyThere: number; busy: number };

/** Batches are seen by anyone who sees one of their devices, and counted over those alone. */
export function createRolloutStore(db: Db) {
  return {
    async preview(scope: Scope, target: Target, selection: UpgradeSelection): Promise<RolloutPreview> {
      const found = await sql<RolloutPreview>`
        with ${meant(scope, target, selection)}
        select count(*) filter (where not there and not busy)::int as chosen,
          count(*) filter (where online and not there and not busy)::int as online,
          count(*) filter (where there)::int as "alreadyThere",
          count(*) filter (where busy and not there)::int as busy
        from meant`.execute(db);
      return found.rows[0] ?? { chosen: 0, online: 0, alreadyThere: 0, busy: 0 };
    },

    /** The batch with an upgrade for each device; undefined where there is none left to upgrade. */
    async add(
      scope: Scope,
      target: Target,
      selection: UpgradeSelection,
      batch: NewRollout,
    ): Promise<{ id: number; chosen: number } | undefined> {
      return db.transaction().execute(async (trx) => {
        const { id } = await trx
          .insertInto("firmwareBatch")
          .values({
            firmwareId: target.firmwareId,
            name: batch.name,
            selection: JSON.stringify(selection),
            atOnce: batch.atOnce,
            patienceS: batch.patienceS,
            actorId: batch.actorId,
            actorName: batch.actorName,
            createdAt: batch.at,
            waitsUntil: batch.waitsUntil,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        // Another batch may have taken a device meanwhile: the index of open upgrades decides.
        const added = await sql`
          with ${meant(scope, target, selection)}
          insert into firmware_upgrade (batch_id, firmware_id, device_id, unit_id, module, version_before, queued_at)
          select ${id}::int, ${target.firmwareId}::int, id, unit_id, ${target.module}::text, version, ${batch.at}::timestamptz
          from meant where not there and not busy order by id
          on conflict do nothing`.execute(trx);
        const chosen = Number(added.numAffectedRows ?? 0n);
        if (chosen > 0) return { id, chosen };
        await trx.deleteFrom("firmwareBatch").where("id", "=", id).execute();
        return undefined;
      });
    },

    async list(
      scope: Scope,
      filter: RolloutFilter,
      page: { limit: number; offset: number },
    ): Promise<RolloutRow[]> {
      const found = await sql<RolloutRow>`
        ${selectRollouts(scope)} where ${matches(scope, filter)}
        order by b.created_at desc, b.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(scope: Scope, filter: RolloutFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from firmware_batch b join firmware f on f.id = b.firmware_id
        where ${matches(scope, filter)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<RolloutRow | undefined> {
      const found = await sql<RolloutRow>`
        ${selectRollouts(scope)} where b.id = ${id} and ${matches(scope, {})}`.execute(db);
      return found.rows[0];
    },
  };
}

/** The devices that are meant, each with what is against upgrading it. */
function meant(scope: Scope, target: Target, selection: UpgradeSelection): RawBuilder<unknown> {
  const percent = selection.kind === "percent" ? selection.percent : 100;
  return sql`
    those as (
      select d.id, d.unit_id, f.version,
        exists (select from device_session s where s.device_id = d.id) as online,
        coalesce(f.version = ${target.version}, false) as there,
        exists (select from firmware_upgrade u where u.device_id = d.id and u.module = ${target.module}
          and u.state in ('queued', 'told', 'downloading', 'installed')) as busy,
        row_number() over (order by md5(d.id || '/' || ${target.firmwareId}::int)) as lot,
        count(*) over () as all_of_them
      from device d left join device_firmware f on f.device_id = d.id and f.module = ${target.module}
      where d.product_id = ${target.productId} and d.status = '0' and ${inScope(scope, "d.unit_id")}
        and ${isSelected(selection)}),
    meant as (select * from those where lot <= ceil(all_of_them * ${percent}::int / 100.0))`;
}

function isSelected(selection: UpgradeSelection): RawBuilder<boolean> {
  if (selection.kind === "devices") return sql<boolean>`d.id = any(${[...selection.deviceIds]}::int[])`;
  if (selection.kind === "tag") return sql<boolean>`${selection.tag} = any(d.tags)`;
  return sql<boolean>`true`;
}

function matches(scope: Scope, filter: RolloutFilter): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`exists (select from firmware_upgrade u where u.batch_id = b.id and ${inScope(scope, "u.unit_id")})`,
  ];
  parts.push(...inSpan(sql`b.created_at`, filter));
  if (filter.productId !== undefined) parts.push(sql<boolean>`f.product_id = ${filter.productId}`);
  if (filter.firmwareId !== undefined) parts.push(sql<boolean>`b.firmware_id = ${filter.firmwareId}`);
  const open = sql<boolean>`exists (select from firmware_upgrade u where u.batch_id = b.id
    and u.state in ('queued', 'told', 'downloading', 'installed') and ${inScope(scope, "u.unit_id")})`;
  if (filter.state === "open") parts.push(open);
  if (filter.state === "finished") parts.push(sql<boolean>`not ${open}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function selectRollouts(scope: Scope): RawBuilder<unknown> {
  return sql`
    select b.id, b.name, b.firmware_id, f.product_id, p.type_key, p.name as product_name, p.name_zh as product_name_zh,
      f.module, f.version, b.selection, b.at_once, b.patience_s, b.actor_name, b.created_at, b.waits_until, c.counts
    from firmware_batch b join firmware f on f.id = b.firmware_id join product p on p.id = f.product_id,
      lateral (select jsonb_build_object(
          'queued', count(*) filter (where state = 'queued'), 'told', count(*) filter (where state = 'told'),
          'downloading', count(*) filter (where state = 'downloading'),
          'installed', count(*) filter (where state = 'installed'),
          'succeeded', count(*) filter (where state = 'succeeded'),
          'failed', count(*) filter (where state = 'failed'),
          'cancelled', count(*) filter (where state = 'cancelled'),
          'timedOut', count(*) filter (where state = 'timedOut')) as counts
        from firmware_upgrade u where u.batch_id = b.id and not u.retried and ${inScope(scope, "u.unit_id")}) c`;
}
