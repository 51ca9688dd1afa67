import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

export type LicenceRecord = {
  id: number;
  unitId: number;
  validFrom: string;
  validUntil: string;
  mostDevices: number | null;
  mostUsers: number | null;
  byCode: boolean;
  enterBy: Date | null;
  issuedByName: string;
  issuedAt: Date;
  enteredByName: string | null;
  enteredAt: Date | null;
  withdrawnByName: string | null;
  withdrawnAt: Date | null;
  isCurrent: boolean;
};

export type NewLicence = {
  unitId: number;
  validFrom: string;
  validUntil: string;
  mostDevices: number | null;
  mostUsers: number | null;
  issuedBy: number | null;
  issuedByName: string;
  issuedAt: Date;
  codeHash: Buffer | null;
  enterBy: Date | null;
  enteredAt: Date | null;
};

/** An authorization that ends within `ahead` days and has none behind it. */
export type DueLicence = {
  licenceId: number;
  unitId: number;
  unitName: string;
  validUntil: string;
  daysLeft: number;
  ahead: number;
};

/** Somebody of a unit. */
export type Who = { unitId: number; userId: number };

/** An authorization as its record in the audit log names it. */
type Taken = {
  id: number;
  unitId: number;
  unitName: string;
  validFrom: string;
  validUntil: string;
  mostDevices: number | null;
  mostUsers: number | null;
};

const takenColumns = [
  "licence.id",
  "licence.unitId",
  "licence.mostDevices",
  "licence.mostUsers",
  sql<string>`(select d.name from dept d where d.id = licence.unit_id)`.as("unitName"),
  sql<string>`to_char(licence.valid_from, 'YYYY-MM-DD')`.as("validFrom"),
  sql<string>`to_char(licence.valid_until, 'YYYY-MM-DD')`.as("validUntil"),
] as const;

const columns = sql`id, unit_id, to_char(valid_from, 'YYYY-MM-DD') as valid_from,
  to_char(valid_until, 'YYYY-MM-DD') as valid_until, most_devices, most_users, code_hash is not null as by_code,
  enter_by, issued_by_name, issued_at, entered_by_name, entered_at, withdrawn_by_name, withdrawn_at`;

/** The authorization of a unit that counts on a day: of those in force the last that was entered. */
export function currentOf(unit: string, today: string) {
  return sql`select c.id, c.most_devices, c.most_users, c.valid_until from licence c where c.unit_id = ${sql.ref(unit)}
    and c.entered_at is not null and c.withdrawn_at is null and ${today}::date between c.valid_from and c.valid_until
    order by c.entered_at desc, c.id desc limit 1`;
}

export function createLicenceStore(db: Db) {
  return {
    async add(licence: NewLicence): Promise<number> {
      const { id } = await db.insertInto("licence").values(licence).returning("id").executeTakeFirstOrThrow();
      return id;
    },

    async list(
      scope: Scope,
      unitId: number,
      today: string,
      page: { limit: number; offset: number },
    ): Promise<LicenceRecord[]> {
      const found = await sql<LicenceRecord>`
        select ${columns}, coalesce(id = (select id from (${currentOf("licence.unit_id", today)}) held), false) as is_current
        from licence where unit_id = ${unitId} and ${inScope(scope, "licence.unit_id")}
        order by issued_at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async count(scope: Scope, unitId: number): Promise<number> {
      const counted = await db
        .selectFrom("licence")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("unitId", "=", unitId)
        .where(inScope(scope, "licence.unit_id"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<(Taken & { withdrawnAt: Date | null }) | undefined> {
      return db
        .selectFrom("licence")
        .select([...takenColumns, "withdrawnAt"])
        .where("id", "=", id)
        .where(inScope(scope, "licence.unit_id"))
        .executeTakeFirst();
    },

    async withdraw(id: number, by: string, at: Date): Promise<void> {
      await db
        .updateTable("licence")
        .set({ withdrawnAt: at, withdrawnByName: by })
        .where("id", "=", id)
        .where("withdrawnAt", "is", null)
        .execute();
    },

    /** Takes a code: one statement, so that of two who enter it at once only one is given anything. */
    async enter(
      code: { codeHash: Buffer; unitId: number },
      by: { userId: number; userName: string; at: Date },
    ): Promise<Taken | undefined> {
      return db
        .updateTable("licence")
        .set({ enteredAt: by.at, enteredBy: by.userId, enteredByName: by.userName })
        .where("codeHash", "=", code.codeHash)
        .where("unitId", "=", code.unitId)
        .where("enteredAt", "is", null)
        .where("withdrawnAt", "is", null)
        .where("enterBy", ">", by.at)
        .returning(takenColumns)
        .executeTakeFirst();
    },

    async findByCode(codeHash: Buffer) {
      return db
        .selectFrom("licence")
        .select(["unitId", "enteredAt", "withdrawnAt", "enterBy"])
        .where("codeHash", "=", codeHash)
        .executeTakeFirst();
    },

    /** Notes a try, unless there were `max` since then; the row's lock makes the count exact for tries at once. */
    async noteTry(who: Who, at: Date, since: Date, max: number): Promise<boolean> {
      const recent = sql`unnest(licence_try.tries) one where one > ${since}::timestamptz`;
      const noted = await sql`
        insert into licence_try (unit_id, user_id, tries) values (${who.unitId}, ${who.userId}, array[${at}::timestamptz])
        on conflict (unit_id, user_id) do update
          set tries = array(select one from ${recent} order by one) || ${at}::timestamptz
          where (select count(*) from ${recent}) < ${max}
        returning unit_id`.execute(db);
      return noted.rows.length > 0;
    },

    async firstTry(who: Who, since: Date): Promise<Date | null> {
      const found = await sql<{ first: Date | null }>`
        select min(one) as first from licence_try, unnest(tries) one
        where unit_id = ${who.unitId} and user_id = ${who.userId} and one > ${since}`.execute(db);
      return found.rows[0]?.first ?? null;
    },

    async deleteAttempts(who: Who): Promise<void> {
      await db
        .deleteFrom("licenceTry")
        .where("unitId", "=", who.unitId)
        .where("userId", "=", who.userId)
        .execute();
    },

    /** Users whose department is in the unit: those whom a change of its authorization concerns. */
    async membersOf(unitId: number): Promise<number[]> {
      const found = await sql<{ id: number }>`
        with recursive below(id) as (select ${unitId}::int union all select d.id from dept d join below on d.parent_id = below.id)
        select u.id from sys_user u where u.deleted_at is null and u.dept_id in (select id from below)
          and exists (select 1 from session s where s.user_id = u.id) limit 100000`.execute(db);
      return found.rows.map((row) => row.id);
    },

    /**
     * The authorizations that end soon, with nothing behind them, and were not warned of as near as that: `ahead` is
     * the least of these numbers of days that their end lies within.
     */
    async listDue(today: string, warnAhead: readonly number[]): Promise<DueLicence[]> {
      const due = await sql<DueLicence>`
        select l.id as licence_id, d.id as unit_id, d.name as unit_name, to_char(l.valid_until, 'YYYY-MM-DD') as valid_until,
          l.valid_until - ${today}::date as days_left, near.ahead
        from dept d
        join lateral (select c.id, c.valid_until, c.warned_days from licence c where c.unit_id = d.id
          and c.entered_at is not null and c.withdrawn_at is null and c.valid_until >= ${today}::date
          order by c.valid_until desc, c.id desc limit 1) l on true
        cross join lateral (select min(one) as ahead from unnest(${[...warnAhead]}::int[]) one
          where l.valid_until - ${today}::date <= one) near
        where d.parent_id is null and near.ahead is not null and (l.warned_days is null or l.warned_days > near.ahead)
        order by d.id limit 10000`.execute(db);
      return due.rows;
    },

    async markWarned(id: number, ahead: number): Promise<void> {
      await sql`update licence set warned_days = ${ahead} where id = ${id}
        and (warned_days is null or warned_days > ${ahead})`.execute(db);
    },
  };
}
