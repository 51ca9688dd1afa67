import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { posts } from "@tracewater/contract/system/posts";
import { sql } from "kysely";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import { systemScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";

export type PostQuery = QueryOf<typeof posts.calls.list>;
export type PostBody = BodyOf<typeof posts.calls.add>;
export type PostRecord = PostBody & { postId: number; createdAt: Date; holders: number };

/** Posts belong to no unit: the same names serve all of them. */
export function createPostStore(db: Db) {
  const matches = (query: PostQuery) => matchingRows(posts, systemScope, query);
  const base = () =>
    db
      .selectFrom("post")
      .select(["post.id as postId", "postCode", "postName", "postSort", "status", "remark", "createdAt"])
      .select(sql<number>`(select count(*)::int from user_post up where up.post_id = post.id)`.as("holders"));

  return {
    async list(query: PostQuery, page: { limit: number; offset: number }): Promise<PostRecord[]> {
      const column = sql.ref(`post.${columnOf(query.orderByColumn ?? "postSort")}`);
      return base()
        .where(matches(query))
        .orderBy(column, query.isAsc === "desc" ? "desc" : "asc")
        .orderBy("post.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async listAfter(query: PostQuery, afterId: number, limit: number): Promise<PostRecord[]> {
      return base()
        .where(matches(query))
        .where("post.id", ">", afterId)
        .orderBy("post.id")
        .limit(limit)
        .execute();
    },

    async options() {
      return db
        .selectFrom("post")
        .select(["id as postId", "postCode", "postName"])
        .where("status", "=", "0")
        .orderBy("postSort")
        .orderBy("id")
        .limit(1000)
        .execute();
    },

    async count(query: PostQuery): Promise<number> {
      const counted = await db
        .selectFrom("post")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matches(query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(id: number): Promise<PostRecord | undefined> {
      return base().where("post.id", "=", id).executeTakeFirst();
    },

    /** Undefined where the code is taken. */
    async add(post: PostBody): Promise<number | undefined> {
      const added = await db
        .insertInto("post")
        .values(post)
        .onConflict((conflict) => conflict.column("postCode").doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** False where the code is taken. */
    async change(id: number, post: PostBody): Promise<boolean> {
      const change = db.updateTable("post").set(post).where("id", "=", id).execute();
      return onUniqueViolation(
        change.then(() => true),
        () => false,
      );
    },

    async countHolders(ids: readonly number[]): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(distinct user_id)::int as count from user_post where post_id = any(${[...ids]}::int[])`.execute(
        db,
      );
      return counted.rows[0]?.count ?? 0;
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from post where id = any(${[...ids]}::int[])`.execute(db);
    },

    async storeRows(given: readonly PostBody[], update: readonly string[] | null) {
      const names = Object.keys(posts.fields).map((name) => sql.ref(columnOf(name)));
      const sets = (update ?? []).map((name) => {
        const column = sql.ref(columnOf(name));
        return sql`${column} = ${sql.ref(`excluded.${columnOf(name)}`)}`;
      });
      const conflict = update === null ? sql`do nothing` : sql`do update set ${sql.join(sets)}`;
      const records = JSON.stringify(
        given.map((one) =>
          Object.fromEntries(Object.entries(one).map(([name, value]) => [columnOf(name), value])),
        ),
      );
      const stored = await sql<{ postCode: string; added: boolean }>`
        insert into post (${sql.join(names)})
        select ${sql.join(names)} from jsonb_populate_recordset(null::post, ${records}::jsonb)
        on conflict (post_code) ${conflict} returning post_code, xmax = 0 as added`.execute(db);
      return new Map(
        stored.rows.map((row) => [row.postCode, row.added ? ("added" as const) : ("updated" as const)]),
      );
    },
  };
}
