import type { NoticeBody } from "@tracewater/contract/system/notices";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import { printed } from "../../../platform/resource/resource-rows.store.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

/** Who asks what reaches them. */
export type Reader = { userId: number; deptId: number | null; isAdministrator: boolean };
export type NoticeRow = Omit<NoticeBody, "unitIds" | "status"> & {
  noticeId: number;
  unitIds: number[];
  unitNames: string[];
  status: "0" | "1";
  createBy: string;
  createTime: string;
  publishTime: string | null;
  readCount: number;
  isProgram: boolean;
};
export type Filter = TimeSpan & {
  noticeTitle?: string | undefined;
  createBy?: string | undefined;
  noticeType?: "1" | "2" | undefined;
  status?: "0" | "1" | undefined;
  orderByColumn?: "noticeTitle" | "createTime" | "publishTime" | undefined;
  isAsc?: "asc" | "desc" | undefined;
};
type Page = { limit: number; offset: number };
type ReceivedRow = {
  noticeId: number;
  title: string;
  titleZh: string;
  content: string;
  contentZh: string;
  noticeType: "1" | "2";
  createBy: string;
  publishTime: string;
  publishedAt: Date;
  isRead: boolean;
};

const sortedBy = {
  noticeTitle: "n.title",
  createTime: "n.created_at",
  publishTime: "n.published_at",
} as const;

export function createNoticeStore(db: Db, zone: string) {
  const columns = sql`
    n.id as notice_id, n.title as notice_title, n.title_zh as notice_title_zh, n.notice_type,
    n.content as notice_content, n.content_zh as notice_content_zh, n.audience, n.status,
    n.author_name as create_by, ${printed("n.created_at", zone)} as create_time,
    ${printed("n.published_at", zone)} as publish_time, n.origin_key is not null as is_program,
    (select count(*)::int from notice_read r where r.notice_id = n.id) as read_count,
    coalesce((select jsonb_agg(u.unit_id order by u.unit_id) from notice_unit u where u.notice_id = n.id), '[]') as unit_ids,
    coalesce((select jsonb_agg(d.name order by u.unit_id) from notice_unit u join dept d on d.id = u.unit_id
              where u.notice_id = n.id), '[]') as unit_names`;

  return {
    async list(scope: Scope, filter: Filter, page: Page): Promise<NoticeRow[]> {
      const column = sql.ref(sortedBy[filter.orderByColumn ?? "createTime"]);
      const direction = filter.isAsc === "asc" ? sql`asc` : sql`desc`;
      const found = await sql<NoticeRow>`
        select ${columns} from notice n where ${matching(scope, filter)}
        order by ${column} ${direction} nulls last, n.id desc limit ${page.limit} offset ${page.offset}`.execute(
        db,
      );
      return found.rows;
    },

    async count(scope: Scope, filter: Filter): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from notice n where ${matching(scope, filter)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<NoticeRow | undefined> {
      const found = await sql<NoticeRow>`
        select ${columns} from notice n where n.id = ${id} and ${manageable(scope)}`.execute(db);
      return found.rows[0];
    },

    async add(
      body: NoticeBody,
      author: { id: number | null; name: string },
      originKey: string | null,
    ): Promise<number | undefined> {
      return db.transaction().execute(async (trx) => {
        const added = await trx
          .insertInto("notice")
          .values({
            ...toColumns(body),
            originKey,
            authorId: author.id,
            authorName: author.name,
            publishedAt: body.status === "0" ? sql<Date>`now()` : null,
          })
          .onConflict((conflict) => conflict.column("originKey").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (added !== undefined) await setUnits(trx, added.id, body);
        return added?.id;
      });
    },

    async change(id: number, body: NoticeBody): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("notice")
          .set({ ...toColumns(body), publishedAt: published(body.status) })
          .where("id", "=", id)
          .execute();
        await trx.deleteFrom("noticeUnit").where("noticeId", "=", id).execute();
        await setUnits(trx, id, body);
      });
    },

    /** False where it was published before. */
    async publish(id: number): Promise<boolean> {
      const changed = await db
        .updateTable("notice")
        .set({ status: "0", publishedAt: published("0") })
        .where("id", "=", id)
        .where("status", "=", "1")
        .returning("id")
        .executeTakeFirst();
      return changed !== undefined;
    },

    async remove(ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom("notice")
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .execute();
    },

    /** What reaches somebody, the newest first. */
    async received(reader: Reader, unread: boolean, page: Page): Promise<ReceivedRow[]> {
      const found = await sql<ReceivedRow>`${above(reader)}
        select n.id as notice_id, n.title, n.title_zh, n.content, n.content_zh, n.notice_type,
          n.author_name as create_by, ${printed("n.published_at", zone)} as publish_time, n.published_at,
          r.user_id is not null as is_read
        from notice n left join notice_read r on r.notice_id = n.id and r.user_id = ${reader.userId}
        where ${reaching(reader)} and ${unread ? sql`r.user_id is null` : sql`true`}
        order by n.published_at desc, n.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
      return found.rows;
    },

    async countReceived(reader: Reader): Promise<{ all: number; unread: number }> {
      const counted = await sql<{ all: number; unread: number }>`${above(reader)}
        select count(*)::int as all, (count(*) filter (where r.user_id is null))::int as unread
        from notice n left join notice_read r on r.notice_id = n.id and r.user_id = ${reader.userId}
        where ${reaching(reader)}`.execute(db);
      return counted.rows[0] ?? { all: 0, unread: 0 };
    },

    /** False where the notice does not reach them. */
    async markRead(reader: Reader, noticeId: number): Promise<boolean> {
      const found = await sql<{ id: number }>`${above(reader)}
        select n.id from notice n where n.id = ${noticeId} and ${reaching(reader)}`.execute(db);
      if (found.rows.length === 0) return false;
      await db
        .insertInto("noticeRead")
        .values({ noticeId, userId: reader.userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    },

    async markAllRead(reader: Reader): Promise<void> {
      await sql`${above(reader)}
        insert into notice_read (notice_id, user_id) select n.id, ${reader.userId} from notice n
        where ${reaching(reader)} on conflict do nothing`.execute(db);
    },

    async readers(noticeId: number, name: string | undefined, page: Page) {
      return db
        .selectFrom("noticeRead as r")
        .innerJoin("sysUser as u", "u.id", "r.userId")
        .leftJoin("dept as d", "d.id", "u.deptId")
        .select(["u.id as userId", "u.userName", "u.nickName"])
        .select([sql<string>`coalesce(d.name, '')`.as("deptName"), printed("r.read_at", zone).as("readTime")])
        .where("r.noticeId", "=", noticeId)
        .where(isNamed(name))
        .orderBy("r.readAt", "desc")
        .orderBy("u.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async countReaders(noticeId: number, name: string | undefined): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from notice_read r join sys_user u on u.id = r.user_id
        where r.notice_id = ${noticeId} and ${isNamed(name)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },
  };
}

function isNamed(name: string | undefined): RawBuilder<boolean> {
  if (name === undefined) return sql<boolean>`true`;
  return sql<boolean>`(u.user_name ilike ${containing(name)} or u.nick_name ilike ${containing(name)})`;
}

/** The reader's unit and those above it: a notice to a unit reaches all beneath it. */
function above({ deptId }: Reader): RawBuilder<unknown> {
  return sql`with recursive above(id, parent_id) as (
    select id, parent_id from dept where id = ${deptId}
    union select d.id, d.parent_id from dept d join above a on d.id = a.parent_id)`;
}

function reaching({ isAdministrator }: Reader): RawBuilder<boolean> {
  return sql<boolean>`n.status = '0' and (n.audience = 'all'
    or (n.audience = 'administrators' and ${isAdministrator})
    or (n.audience = 'units' and exists (select 1 from notice_unit u join above a on a.id = u.unit_id
        where u.notice_id = n.id)))`;
}

/** Anyone who reaches only some units manages what is reported to these alone. */
function manageable(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === "all") return sql<boolean>`true`;
  return sql<boolean>`(n.audience = 'units'
    and exists (select 1 from notice_unit u where u.notice_id = n.id)
    and not exists (select 1 from notice_unit u where u.notice_id = n.id and not ${inScope(scope, "u.unit_id")}))`;
}

function matching(scope: Scope, filter: Filter): RawBuilder<boolean> {
  const parts = [manageable(scope)];
  if (filter.noticeTitle !== undefined) {
    const pattern = containing(filter.noticeTitle);
    parts.push(sql<boolean>`(n.title ilike ${pattern} or n.title_zh ilike ${pattern})`);
  }
  if (filter.createBy !== undefined)
    parts.push(sql<boolean>`n.author_name ilike ${containing(filter.createBy)}`);
  if (filter.noticeType !== undefined) parts.push(sql<boolean>`n.notice_type = ${filter.noticeType}`);
  if (filter.status !== undefined) parts.push(sql<boolean>`n.status = ${filter.status}`);
  parts.push(...inSpan(sql`n.created_at`, filter));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function toColumns(body: NoticeBody) {
  return {
    title: body.noticeTitle,
    titleZh: body.noticeTitleZh,
    noticeType: body.noticeType,
    content: body.noticeContent,
    contentZh: body.noticeContentZh,
    status: body.status,
    audience: body.audience,
  };
}

/** A notice that is taken back and published again is new again. */
function published(status: "0" | "1"): RawBuilder<Date | null> {
  return status === "0"
    ? sql<Date>`case when status = '0' then published_at else now() end`
    : sql<null>`null`;
}

async function setUnits(trx: Db, noticeId: number, { audience, unitIds }: NoticeBody): Promise<void> {
  if (audience !== "units" || unitIds.length === 0) return;
  await trx
    .insertInto("noticeUnit")
    .values([...new Set(unitIds)].map((unitId) => ({ noticeId, unitId })))
    .execute();
}
