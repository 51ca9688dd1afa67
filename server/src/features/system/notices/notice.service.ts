import type { Notice, NoticeBody, ReceivedNotice } from "@tracewater/contract/system/notices";
import { allPermissions, type Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import { badField, noSuch } from "../../../platform/failure.ts";
import { ownWork, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Language, Words } from "../../../platform/words.ts";
import type { DeptService } from "../dept/dept.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { createNoticeStore, type Filter, type NoticeRow, type Reader } from "./notice.store.ts";
import { cleanNotice, isBlankNotice } from "./notice-html.model.ts";

/** What the program itself has to tell, in plain text. */
export type Told = {
  audience: { kind: "all" } | { kind: "administrators" } | { kind: "units"; unitIds: readonly number[] };
  title: Words;
  text: Words;
  kind: "notice" | "announcement";
  /** What it is about: told once, however often it is asked for. */
  key: string;
};

export type NoticeService = ReturnType<typeof createNoticeService>;

/** Notices: written by people or by the program, read by those whom they reach. */
export function createNoticeService(options: {
  db: Db;
  zone: string;
  depts: DeptService;
  events: EventBus<SystemEvents>;
}) {
  const { depts, events } = options;
  const store = createNoticeStore(options.db, options.zone);

  async function require(scope: Scope, id: number): Promise<NoticeRow> {
    const found = await store.find(scope, id);
    if (found === undefined) throw noSuch({ en: "notice", zh: "通知公告" });
    return found;
  }

  /** Whoever reaches only some units tells something to these alone. */
  async function check(scope: Scope, given: NoticeBody): Promise<NoticeBody> {
    const body = clean(given);
    if (isBlankNotice(body.noticeContent)) {
      throw badField("noticeContent", { en: "has nothing to read", zh: "内容不能为空" });
    }
    if (body.audience !== "units") {
      if (scope.kind === "all") return { ...body, unitIds: [] };
      throw badField("audience", {
        en: "you may tell units of yours only",
        zh: "只能通知您数据范围内的单位",
      });
    }
    if (body.unitIds.length === 0) throw badField("unitIds", { en: "name a unit", zh: "请选择单位" });
    const known = new Set((await depts.list(scope)).map((dept) => dept.id));
    if (body.unitIds.every((id) => known.has(id))) return body;
    throw badField("unitIds", { en: "there is no such unit", zh: "单位不存在" });
  }

  function tellAll(noticeId: number): void {
    events.emit("notice.published", { noticeId });
  }

  return {
    async list(scope: Scope, filter: Filter, page: { limit: number; offset: number }): Promise<Notice[]> {
      return (await store.list(scope, filter, page)).map(clean);
    },
    count: store.count,

    async find(scope: Scope, id: number): Promise<Notice> {
      return clean(await require(scope, id));
    },

    async add(caller: Caller, given: NoticeBody): Promise<number> {
      const body = await check(caller.scope, given);
      const author = { id: caller.userId, name: caller.nickName || caller.userName };
      const id = await store.add(body, author, null);
      if (id === undefined) throw new Error("a notice of a person has no key that could be taken");
      if (body.status === "0") tellAll(id);
      return id;
    },

    async change(caller: Caller, id: number, given: NoticeBody): Promise<{ before: Notice }> {
      const before = await require(caller.scope, id);
      const body = await check(caller.scope, given);
      await store.change(id, body);
      // Whoever has it on the screen sees what it says now.
      if (body.status === "0" || before.status === "0") tellAll(id);
      return { before: clean(before) };
    },

    async publish(caller: Caller, id: number): Promise<{ before: Notice }> {
      const before = await require(caller.scope, id);
      if (await store.publish(id)) tellAll(id);
      return { before };
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<Notice[]> {
      const gone: Notice[] = [];
      for (const id of ids) gone.push(await require(caller.scope, id));
      await store.remove(ids);
      for (const id of ids) tellAll(id);
      return gone;
    },

    async readers(scope: Scope, id: number, page: { limit: number; offset: number }) {
      await require(scope, id);
      return store.readers(id, page);
    },

    async countReaders(scope: Scope, id: number): Promise<number> {
      await require(scope, id);
      return store.countReaders(id);
    },

    countReceived: (caller: Caller) => store.countReceived(readerOf(caller)),

    async received(
      caller: Caller,
      language: Language,
      asked: { unread: boolean; limit: number; offset: number },
    ): Promise<ReceivedNotice[]> {
      const rows = await store.received(readerOf(caller), asked.unread, asked);
      return rows.map(({ title, titleZh, content, contentZh, publishedAt, ...row }) => ({
        ...row,
        noticeTitle: language === "zh" && titleZh !== "" ? titleZh : title,
        noticeContent: cleanNotice(language === "zh" && contentZh !== "" ? contentZh : content),
        publishedAt: publishedAt.getTime(),
      }));
    },

    async markRead(caller: Caller, id: number): Promise<void> {
      if (!(await store.markRead(readerOf(caller), id))) throw noSuch({ en: "notice", zh: "通知公告" });
    },

    markAllRead: (caller: Caller) => store.markAllRead(readerOf(caller)),

    /** A notice of the program's own; false where it was told before. */
    async tell(told: Told): Promise<boolean> {
      const body = await check(ownWork, {
        noticeTitle: told.title.en,
        noticeTitleZh: told.title.zh,
        noticeContent: toHtml(told.text.en),
        noticeContentZh: toHtml(told.text.zh),
        noticeType: told.kind === "notice" ? "1" : "2",
        audience: told.audience.kind,
        unitIds: told.audience.kind === "units" ? [...told.audience.unitIds] : [],
        status: "0",
      });
      const id = await store.add(body, { id: null, name: "" }, told.key);
      if (id !== undefined) tellAll(id);
      return id !== undefined;
    },
  };
}

function readerOf(caller: Caller): Reader {
  return {
    userId: caller.userId,
    deptId: caller.deptId,
    isAdministrator: caller.permissions.has(allPermissions),
  };
}

/** Before it is kept, and again before it is given: what was slipped into the store does not come out of it. */
function clean<T extends { noticeContent: string; noticeContentZh: string }>(one: T): T {
  return {
    ...one,
    noticeContent: cleanNotice(one.noticeContent),
    noticeContentZh: isBlankNotice(one.noticeContentZh) ? "" : cleanNotice(one.noticeContentZh),
  };
}

function toHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped
    .split("\n")
    .map((line) => `<p>${line}</p>`)
    .join("");
}
