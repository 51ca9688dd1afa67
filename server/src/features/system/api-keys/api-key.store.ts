import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isUserBeyond } from "../grants.store.ts";

export type ApiKeyRow = {
  id: number;
  name: string;
  hint: string;
  userId: number;
  userName: string;
  makerName: string;
  permissions: string[];
  state: "active" | "blocked" | "expired" | "revoked";
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  lastAddress: string | null;
};

export type KeyUser = { userId: number; userName: string; nickName: string };

export type ApiKeyFilter = { keyword: string | undefined; state: string | undefined };

/** Whose keys a caller sees: their own, and those that act for users whom they reach. */
export type Reader = { userId: number; scope: Scope };

/** Keys of before there were service accounts may act for another person: they open nothing. */
const isForAnother = sql`k.user_id <> k.maker_id and not u.service_account`;

const state = sql`case when k.revoked_at is not null then 'revoked'
  when k.expires_at <= now() then 'expired' when ${isForAnother} then 'blocked' else 'active' end`;

const base = sql`api_key k join sys_user u on u.id = k.user_id join sys_user m on m.id = k.maker_id`;

export function createApiKeyStore(db: Db) {
  const columns = sql`k.id, k.name, k.hint, k.user_id, u.user_name, m.user_name as maker_name, k.permissions,
    ${state} as state, k.created_at, k.expires_at, k.last_used_at, k.last_address`;

  return {
    async list(
      reader: Reader,
      filter: ApiKeyFilter,
      page: { limit: number; offset: number },
    ): Promise<ApiKeyRow[]> {
      const found = await sql<ApiKeyRow>`select ${columns} from ${base} where ${matching(reader, filter)}
        order by k.id desc limit ${page.limit}::int offset ${page.offset}::int`.execute(db);
      return found.rows;
    },

    async count(reader: Reader, filter: ApiKeyFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from ${base} where ${matching(reader, filter)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async find(reader: Reader, id: number): Promise<ApiKeyRow | undefined> {
      const found = await sql<ApiKeyRow>`
        select ${columns} from ${base} where ${seen(reader)} and k.id = ${id}`.execute(db);
      return found.rows[0];
    },

    /** A user in reach: whether it is a service account, and whether it holds more than the caller. */
    async findUser(caller: Caller, userId: number) {
      const found = await sql<{ serviceAccount: boolean; isBeyond: boolean }>`
        select u.service_account, ${isUserBeyond(caller, "u.id")} as is_beyond from sys_user u
        where u.id = ${userId}::int and u.deleted_at is null and ${inScope(caller.scope, "u.dept_id")}`.execute(
        db,
      );
      return found.rows[0];
    },

    /** Service accounts in reach that hold no more than the caller. */
    async listServiceAccounts(caller: Caller): Promise<KeyUser[]> {
      const found = await sql<KeyUser>`
        select u.id as user_id, u.user_name, u.nick_name from sys_user u
        where u.service_account and u.deleted_at is null and u.status = '0' and ${inScope(caller.scope, "u.dept_id")}
          and not ${isUserBeyond(caller, "u.id")} order by u.user_name limit 1000`.execute(db);
      return found.rows;
    },

    async add(key: {
      name: string;
      tokenHash: Buffer;
      hint: string;
      userId: number;
      makerId: number;
      permissions: string[];
      expiresAt: Date;
    }): Promise<number> {
      const { id } = await db.insertInto("apiKey").values(key).returning("id").executeTakeFirstOrThrow();
      return id;
    },

    async rename(id: number, name: string): Promise<void> {
      await db.updateTable("apiKey").set({ name }).where("id", "=", id).execute();
    },

    async revoke(ids: readonly number[]): Promise<void> {
      await sql`update api_key set revoked_at = now() where id = any(${[...ids]}::int[]) and revoked_at is null`.execute(
        db,
      );
    },

    /** The key behind a token, while it is good. */
    async findByToken(tokenHash: Buffer) {
      return db
        .selectFrom("apiKey as k")
        .innerJoin("sysUser as u", "u.id", "k.userId")
        .select(["k.id", "k.name", "k.userId", "k.makerId", "k.permissions", "k.lastUsedAt"])
        .where("k.tokenHash", "=", tokenHash)
        .where("k.revokedAt", "is", null)
        .where("k.expiresAt", ">", sql<Date>`now()`)
        .where(sql<boolean>`not (${isForAnother})`)
        .executeTakeFirst();
    },

    async touch(id: number, address: string): Promise<void> {
      await sql`update api_key set last_used_at = now(), last_address = ${address} where id = ${id}`.execute(
        db,
      );
    },

    /** Permissions with the titles of their action and its page; of a page that is alone, of itself. */
    async listPermissions(): Promise<{ permission: string; pageTitle: string; actionTitle: string }[]> {
      const found = await sql<{ permission: string; pageTitle: string; actionTitle: string }>`
        select distinct on (m.permission) m.permission,
          case when m.kind = 'action' then coalesce(p.title, m.title) else m.title end as page_title,
          case when m.kind = 'action' then m.title else '' end as action_title
        from menu m left join menu p on p.id = m.parent_id
        where m.permission is not null and m.status = '0' order by m.permission, m.id limit 2000`.execute(db);
      return found.rows;
    },
  };
}

function seen(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`(k.maker_id = ${reader.userId}::int or ${inScope(reader.scope, "u.dept_id")})`;
}

function matching(reader: Reader, filter: ApiKeyFilter): RawBuilder<boolean> {
  const parts = [seen(reader)];
  if (filter.keyword !== undefined) {
    const pattern = containing(filter.keyword);
    parts.push(
      sql<boolean>`(k.name ilike ${pattern} or u.user_name ilike ${pattern} or k.hint like ${pattern})`,
    );
  }
  if (filter.state !== undefined) parts.push(sql<boolean>`${state} = ${filter.state}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
