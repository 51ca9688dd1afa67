import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DisplayFacts } from "./display.store.ts";

export type Pairing = { id: number; displayId: number | null; isOver: boolean };

/** Six digits on the way to a display. A pairing is its cookie's; the digits are for the person who confirms. */
export function createDisplayPairingStore(db: Db) {
  return {
    /** False where another browser shows these digits. What is over makes room first. */
    async begin(one: {
      code: string;
      cookieHash: Buffer;
      address: string;
      agent: string;
      at: Date;
      expiresAt: Date;
    }): Promise<boolean> {
      await sql`delete from display_pairing where expires_at <= ${one.at}`.execute(db);
      const added = await sql`
        insert into display_pairing (code, cookie_hash, address, agent, expires_at)
        values (${one.code}, ${one.cookieHash}, ${one.address}, ${one.agent}, ${one.expiresAt})
        on conflict do nothing returning id`.execute(db);
      return added.rows.length > 0;
    },

    async findOfBrowser(cookieHash: Buffer, at: Date): Promise<Pairing | undefined> {
      const { rows } = await sql<Pairing>`
        select id, display_id, expires_at <= ${at} as is_over from display_pairing where cookie_hash = ${cookieHash}`.execute(
        db,
      );
      return rows[0];
    },

    /** Hands out a token, again where the answer was lost; undefined once the display has reported. */
    async hand(pairingId: number, tokenHash: Buffer): Promise<string | undefined> {
      const { rows } = await sql<{ name: string }>`
        update display d set token_hash = ${tokenHash} from display_pairing p
        where p.id = ${pairingId} and p.display_id = d.id and d.heartbeat_at is null and d.revoked_at is null returning d.name`.execute(
        db,
      );
      return rows[0]?.name;
    },

    /** The wrong digits that a person entered since then. */
    async countTries(userId: number, since: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from display_pairing_try where user_id = ${userId} and at > ${since}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    async addTry(userId: number, at: Date, keepSince: Date): Promise<void> {
      await sql`with old as (delete from display_pairing_try where user_id = ${userId} and at <= ${keepSince})
        insert into display_pairing_try (user_id, at) values (${userId}, ${at})`.execute(db);
    },

    /** The unit, and whether every unit below it is in the scope too; undefined where itself is not. */
    async findUnit(scope: Scope, unitId: number): Promise<{ isWhole: boolean } | undefined> {
      const { rows } = await sql<{ isWhole: boolean }>`
        with recursive below(id) as (
          select id from dept where id = ${unitId} union all select d.id from dept d join below on d.parent_id = below.id)
        select (select bool_and(${inScope(scope, "below.id")}) from below) as is_whole
        from dept where id = ${unitId} and ${inScope(scope, "dept.id")}`.execute(db);
      return rows[0];
    },

    /** Makes the display of the browser that shows the digits; null where none does (any longer). */
    async pair(given: {
      code: string;
      facts: DisplayFacts;
      unitId: number;
      permissions: readonly string[];
      by: string;
      at: Date;
    }): Promise<number | null> {
      const { facts } = given;
      return db.transaction().execute(async (trx) => {
        const open = await sql<{ id: number }>`
          select id from display_pairing where code = ${given.code} and display_id is null and expires_at > ${given.at}
          for update`.execute(trx);
        const pairingId = open.rows[0]?.id;
        if (pairingId === undefined) return null;
        const added = await sql<{ id: number }>`
          insert into display (name, unit_id, screens, seconds, map_theme, demo_mode, is_oled, dim_from,
            dim_until, dim_percent, permissions, cookie_hash, address,
            agent, paired_by, paired_at)
          select ${facts.name}, ${given.unitId}, ${facts.screens}::text[], ${facts.seconds}::int, ${facts.mapTheme},
            ${facts.demoMode}::boolean, ${facts.isOled}::boolean, ${facts.dimFrom}::text, ${facts.dimUntil}::text,
            ${facts.dimPercent}::int, ${[...given.permissions]}::text[], p.cookie_hash, p.address, p.agent, ${given.by},
            ${given.at}::timestamptz
          from display_pairing p where p.id = ${pairingId} returning id`.execute(trx);
        const displayId = added.rows[0]?.id ?? null;
        await sql`update display_pairing set display_id = ${displayId} where id = ${pairingId}`.execute(trx);
        return displayId;
      });
    },
  };
}
