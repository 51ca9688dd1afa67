import type { UserBody } from "@tracewater/contract/system/users";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { belowUnit, isRoleKnown, isUserBeyond } from "../grants.store.ts";

/** What is stored of a user in their own row. */
export type UserFields = Partial<UserBody> & {
  status?: "0" | "1";
  serviceAccount?: boolean;
  appUser?: boolean;
  avatarUrl?: string;
  createdBy?: string;
  passwordHash?: string | null;
  /** Until when a one-time password counts; null for one of the user's own choice. */
  passwordUntil?: Date | null;
  /** The last day on which they may come in. */
  validUntil?: string | null | undefined;
};

/** Writes users, each change in a transaction that `judge` may still refuse. */
export function createUserWriter(db: Db) {
  return {
    /**
     * One change with what has to hold after it. The administrators' role is locked first, so that of two who take
     * its last two holders at once one sees the other's change.
     */
    async inOne<T>(work: (users: UserChange, trx: Db) => Promise<T>): Promise<T> {
      return db.transaction().execute(async (trx) => {
        await sql`select id from role where role_key = 'admin' for update`.execute(trx);
        return work(createChange(trx), trx);
      });
    },
  };
}

/** What a step gave: the administrator's role to somebody who did not hold it. */
export type Given = { madeAdministrator: boolean };

export type UserChange = ReturnType<typeof createChange>;

function createChange(trx: Transaction<Tables>) {
  const one = async (condition: RawBuilder<boolean>): Promise<boolean> => {
    const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(trx);
    return rows[0]?.holds === true;
  };
  const insertRoles = async (pairs: RawBuilder<unknown>): Promise<Given> => {
    const { rows } = await sql<Given>`
      with given as (insert into user_role (user_id, role_id) ${pairs} on conflict do nothing returning role_id)
      select exists (select 1 from given join role r on r.id = given.role_id where r.role_key = 'admin')
        as made_administrator`.execute(trx);
    return { madeAdministrator: rows[0]?.madeAdministrator === true };
  };
  return {
    /** Undefined where the name is taken, by a deleted user too. */
    async add(user: UserBody & UserFields): Promise<number | undefined> {
      const added = await trx
        .insertInto("sysUser")
        .values(user)
        .onConflict((conflict) => conflict.expression(sql`lower(user_name)`).doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** False where the name is taken. */
    async change(id: number, facts: UserFields): Promise<boolean> {
      const changed = trx.updateTable("sysUser").set(facts).where("id", "=", id).execute();
      return onUniqueViolation(
        changed.then(() => true),
        () => false,
      );
    },

    /** They stay for what refers to them; their roles and posts go, and nobody logs in as them again. */
    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from user_role where user_id = any(${[...ids]}::int[])`.execute(trx);
      await sql`delete from user_post where user_id = any(${[...ids]}::int[])`.execute(trx);
      await sql`update sys_user set deleted_at = now(), password_hash = null, password_until = null, avatar_url = ''
                where id = any(${[...ids]}::int[])`.execute(trx);
    },

    /** Roles that the caller does not know of stay as they are. Not `known` where one of the ids is none. */
    async setRoles(
      caller: Caller,
      userId: number,
      roleIds: readonly number[],
    ): Promise<Given & { known: boolean }> {
      const known = isRoleKnown(caller.scope, "r");
      const ids = [...roleIds];
      await sql`delete from user_role ur using role r where r.id = ur.role_id and ur.user_id = ${userId}
                and ${known} and r.id <> all(${ids}::int[])`.execute(trx);
      const given = await insertRoles(sql`select ${userId}::int, r.id from role r
        where r.id = any(${ids}::int[]) and ${known}`);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from user_role where user_id = ${userId} and role_id = any(${ids}::int[])`.execute(
        trx,
      );
      return { ...given, known: rows[0]?.count === ids.length };
    },

    giveRole: (roleId: number, userIds: readonly number[]): Promise<Given> =>
      insertRoles(sql`select id, ${roleId}::int from sys_user where id = any(${[...userIds]}::int[])`),

    async takeRole(roleId: number, userIds: readonly number[]): Promise<void> {
      await sql`delete from user_role where role_id = ${roleId} and user_id = any(${[...userIds]}::int[])`.execute(
        trx,
      );
    },

    /** False where one of the ids is none. */
    async setPosts(userId: number, postIds: readonly number[]): Promise<boolean> {
      const ids = [...postIds];
      await sql`delete from user_post where user_id = ${userId} and post_id <> all(${ids}::int[])`.execute(
        trx,
      );
      await sql`insert into user_post (user_id, post_id) select ${userId}::int, id from post
                where id = any(${ids}::int[]) on conflict do nothing`.execute(trx);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from user_post where user_id = ${userId}`.execute(trx);
      return rows[0]?.count === ids.length;
    },

    isAnyBeyond: (caller: Caller, ids: readonly number[]) =>
      one(sql`exists (select 1 from sys_user u
        where u.id = any(${[...ids]}::int[]) and ${isUserBeyond(caller, "u.id")})`),

    /** A role of a unit is for the people of that unit and of what is below it. */
    holdForeignRole: (ids: readonly number[]) =>
      one(sql`exists (select 1 from user_role ur join role r on r.id = ur.role_id join sys_user u on u.id = ur.user_id
        where u.id = any(${[...ids]}::int[]) and r.dept_id is not null
        and (u.dept_id is null or u.dept_id not in ${belowUnit(sql`r.dept_id`)}))`),

    hasAdministrator: () =>
      one(sql`exists (select 1 from user_role ur join role r on r.id = ur.role_id join sys_user u on u.id = ur.user_id
        where r.role_key = 'admin' and u.status = '0' and u.deleted_at is null and u.password_hash is not null)`),
  };
}
