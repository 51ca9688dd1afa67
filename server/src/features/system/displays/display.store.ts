import type { Display, DisplayReport, DisplayState } from "@tracewater/contract/system/displays";
import { silentMinutes } from "@tracewater/contract/system/displays";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";

/** What a person says of a display. */
export type DisplayFacts = Pick<
  Display,
  "name" | "screens" | "seconds" | "mapTheme" | "demoMode" | "isOled" | "dimFrom" | "dimUntil" | "dimPercent"
>;

export type DisplayRow = Omit<Display, "browser" | "os" | "pairedTime" | "isCurrent"> & {
  agent: string;
  pairedAt: Date;
};

/** A display as it asks for something: whose rows it reaches, and whether its enterprise unit has an authorization. */
export type AskingDisplay = {
  id: number;
  name: string;
  unitId: number;
  unitName: string;
  cookieHash: Buffer;
  permissions: string[];
  enterpriseId: number | null;
  hasValidLicense: boolean;
  unitIds: number[];
};

/** What a display learns of itself. */
export type ShownDisplay = DisplayFacts & { displayId: number; unitName: string; permissions: string[] };

export type DisplayFilter = { keyword: string | undefined; state: DisplayState | undefined };

const state = sql`case when d.heartbeat_at is null then 'waiting'
  when d.heartbeat_at < now() - make_interval(mins => ${silentMinutes}::int) then 'silent' else 'reporting' end`;

const columns = sql`d.id as display_id, d.name, d.unit_id, u.name as unit_name, d.screens, d.seconds, d.map_theme,
  d.demo_mode, d.is_oled, d.dim_from, d.dim_until, d.dim_percent, ${state} as state, ${epochMs("d.heartbeat_at")} as heartbeat_at, d.report, d.address, d.agent, d.paired_by,
  d.paired_at`;
const joined = sql`display d join dept u on u.id = d.unit_id`;

export function createDisplayStore(db: Db) {
  return {
    async list(
      scope: Scope,
      filter: DisplayFilter,
      page: { limit: number; offset: number },
    ): Promise<DisplayRow[]> {
      const { rows } = await sql<DisplayRow>`select ${columns} from ${joined} where ${matching(scope, filter)}
        order by d.name, d.id limit ${page.limit} offset ${page.offset}`.execute(db);
      return rows;
    },

    async count(scope: Scope, filter: DisplayFilter): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${joined} where ${matching(scope, filter)}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async listByIds(scope: Scope, ids: readonly number[]): Promise<DisplayRow[]> {
      const { rows } = await sql<DisplayRow>`select ${columns} from ${joined}
        where d.id = any(${[...ids]}::int[]) and d.revoked_at is null and ${inScope(scope, "d.unit_id")} order by d.id limit 1000`.execute(
        db,
      );
      return rows;
    },

    async change(id: number, facts: DisplayFacts): Promise<void> {
      await sql`update display set name = ${facts.name}, screens = ${facts.screens}::text[], seconds = ${facts.seconds},
        map_theme = ${facts.mapTheme}, demo_mode = ${facts.demoMode}, is_oled = ${facts.isOled},
        dim_from = ${facts.dimFrom}, dim_until = ${facts.dimUntil}, dim_percent = ${facts.dimPercent} where id = ${id}`.execute(
        db,
      );
    },

    /** Their tokens open nothing from now on. */
    async revoke(ids: readonly number[], at: Date): Promise<void> {
      await sql`update display set revoked_at = ${at}, token_hash = null where id = any(${[...ids]}::int[])`.execute(
        db,
      );
    },

    /** The display behind a token, with the units that it reaches as they are now. */
    async findByToken(tokenHash: Buffer, today: string): Promise<AskingDisplay | undefined> {
      const { rows } = await sql<AskingDisplay>`
        with recursive own as (
          select id, name, unit_id, cookie_hash, permissions from display where token_hash = ${tokenHash} and revoked_at is null
        ), reach(id) as (
          select unit_id from own union all select d.id from dept d join reach on d.parent_id = reach.id
        ), up(id, parent_id, status) as (
          select d.id, d.parent_id, d.status from dept d join own on d.id = own.unit_id
          union all select d.id, d.parent_id, d.status from dept d join up on d.id = up.parent_id
        )
        select own.id, own.name, own.unit_id, u.name as unit_name, own.cookie_hash, own.permissions,
          top.id as enterprise_id,
          coalesce(top.status = '0', false) and exists (select from licence l where l.unit_id = top.id
            and l.entered_at is not null and l.withdrawn_at is null
            and ${today}::date between l.valid_from and l.valid_until) as has_valid_license,
          (select jsonb_agg(id) from reach) as unit_ids
        from own join dept u on u.id = own.unit_id left join up top on top.parent_id is null`.execute(db);
      return rows[0];
    },

    /** What it is to show; undefined where it was revoked in between. */
    async report(id: number, report: DisplayReport, from: { address: string; agent: string }, at: Date) {
      const { rows } = await sql<ShownDisplay>`
        update display d set heartbeat_at = ${at}, report = ${JSON.stringify(report)}::jsonb, address = ${from.address},
          agent = ${from.agent} from dept u where d.id = ${id} and d.revoked_at is null and u.id = d.unit_id
        returning d.id as display_id, d.permissions, d.name, u.name as unit_name, d.screens, d.seconds, d.map_theme, d.demo_mode,
          d.is_oled, d.dim_from, d.dim_until, d.dim_percent`.execute(db);
      return rows[0];
    },
  };
}

function matching(scope: Scope, { keyword, state: wanted }: DisplayFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`d.revoked_at is null`, inScope(scope, "d.unit_id")];
  if (keyword !== undefined) {
    const pattern = containing(keyword);
    parts.push(sql<boolean>`(d.name ilike ${pattern} or u.name ilike ${pattern})`);
  }
  if (wanted !== undefined) parts.push(sql<boolean>`${state} = ${wanted}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
