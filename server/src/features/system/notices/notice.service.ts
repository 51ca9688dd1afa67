import { textIn } from "@tracewater/contract/locales";
import type { Notice, NoticeBody, ReceivedNotice } from "@tracewater/contract/system/notices";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import { allPermissions, type Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../org-units/org-unit.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { createNoticeStore, type Filter, type NoticeRow, type Reader } from "./notice.store.ts";
import { cleanNotice, isBlankNotice } from "./notice-html.model.ts";

/** What the program itself has to report, in plain text. */
export type NewNotice = {
  audience: { kind: "all" } | { kind: "administrators" } | { kind: "units"; unitIds: readonly number[] };
  title: LocalizedText;
  text: LocalizedText;
  kind: "notice" | "announcement";
  /** What it is about: reported once, however often it is asked for. */
  key: string;
};

export type NoticeService = ReturnType<typeof createNoticeService>;

/** Notices: written by people or by the program, read by those whom they reach. */
export function createNoticeService(options: {
  db: Db;
  zone: string;
  orgUnits: OrgUnitService;
  events: EventBus<SystemEvents>;
}) {
  const { orgUnits, events } = options;
  const store = createNoticeStore(options.db, options.zone);

  async function require(scope: Scope, id: number): Promise<NoticeRow> {
    const found = await store.find(scope, id);
    if (found === undefined) throw notFound({ en: "notice", zh: "通知公告" });
    return found;
  }

  /** Anyone who reaches only some units reports something to these alone. */
  async function check(scope: Scope, given: NoticeBody): Promise<NoticeBody> {
    const body = await clean(given);
    if (await isBlankNotice(body.noticeContent)) {
      throw fieldError("noticeContent", { en: "must not be empty", zh: "内容不能为空" });
    }
    if (body.audience !== "units") {
      if (scope.kind === "all") return { ...body, unitIds: [] };
      throw fieldError("audience", {
        en: "only units in your data scope can be notified",
        zh: "只能通知您数据范围内的单位",
      });
    }
    if (body.unitIds.length === 0) throw fieldError("unitIds", { en: "select a unit", zh: "请选择单位" });
    const known = new Set((await orgUnits.list(scope)).map((orgUnit) => orgUnit.id));
    if (body.unitIds.every((id) => known.has(id))) return body;
    throw fieldError("unitIds", { en: "unit not found", zh: "单位不存在" });
  }

  function notifyAll(noticeId: number): void {
    events.emit("notice.published", { noticeId });
  }

  return {
    async list(scope: Scope, filter: Filter, page: { limit: number; offset: number }): Promise<Notice[]> {
      return Promise.all((await store.list(scope, filter, page)).map(clean));
    },
    count: store.count,

    async find(scope: Scope, id: number): Promise<Notice> {
      return clean(await require(scope, id));
    },

    async add(caller: Caller, given: NoticeBody): Promise<number> {
      const body = await check(caller.scope, given);
      const author = { id: caller.userId, name: caller.nickName || caller.userName };
      const id = await store.add(body, author, null);
      if (id === undefined) throw new Error("the browser key for a notice is missing");
      if (body.status === "0") notifyAll(id);
      return id;
    },

    async change(caller: Caller, id: number, given: NoticeBody): Promise<{ before: Notice }> {
      const before = await require(caller.scope, id);
      const body = await check(caller.scope, given);
      await store.change(id, body);
      // Anyone who has it on the screen sees what it says now.
      if (body.status === "0" || before.status === "0") notifyAll(id);
      return { before: await clean(before) };
    },

    async publish(caller: Caller, id: number): Promise<{ before: Notice }> {
      const before = await require(caller.scope, id);
      if (await store.publish(id)) notifyAll(id);
      return { before };
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<Notice[]> {
      const gone: Notice[] = [];
      for (const id of ids) gone.push(await require(caller.scope, id));
      await store.remove(ids);
      for (const id of ids) notifyAll(id);
      return gone;
    },

    async readers(
      scope: Scope,
      id: number,
      name: string | undefined,
      page: { limit: number; offset: number },
    ) {
      await require(scope, id);
      return store.readers(id, name, page);
    },

    async countReaders(scope: Scope, id: number, name: string | undefined): Promise<number> {
      await require(scope, id);
      return store.countReaders(id, name);
    },

    ...createReceivedNotices(store),

    /** A notice of the program's own; false where it was reported before. */
    async notify(notice: NewNotice): Promise<boolean> {
      const body = await check(systemScope, {
        noticeTitle: notice.title.en,
        noticeTitleZh: notice.title.zh,
        noticeContent: toHtml(notice.text.en),
        noticeContentZh: toHtml(notice.text.zh),
        noticeType: notice.kind === "notice" ? "1" : "2",
        audience: notice.audience.kind,
        unitIds: notice.audience.kind === "units" ? [...notice.audience.unitIds] : [],
        status: "0",
      });
      const id = await store.add(body, { id: null, name: "" }, notice.key);
      if (id !== undefined) notifyAll(id);
      return id !== undefined;
    },
  };
}

/** Published notices, for those whom they reach. */
function createReceivedNotices(store: ReturnType<typeof createNoticeStore>) {
  return {
    countReceived: (caller: Caller) => store.countReceived(readerOf(caller)),

    async received(
      caller: Caller,
      language: Language,
      asked: { unread: boolean; limit: number; offset: number },
    ): Promise<ReceivedNotice[]> {
      const rows = await store.received(readerOf(caller), asked.unread, asked);
      return Promise.all(
        rows.map(async ({ title, titleZh, content, contentZh, publishedAt, ...row }) => ({
          ...row,
          noticeTitle: textIn({ en: title, zh: titleZh || title }, language),
          noticeContent: await cleanNotice(textIn({ en: content, zh: contentZh || content }, language)),
          createTime: row.publishTime,
          publishedAt: publishedAt.getTime(),
        })),
      );
    },

    async markRead(caller: Caller, id: number): Promise<void> {
      if (!(await store.markRead(readerOf(caller), id))) throw notFound({ en: "notice", zh: "通知公告" });
    },

    markAllRead: (caller: Caller) => store.markAllRead(readerOf(caller)),
  };
}

function readerOf(caller: Caller): Reader {
  return {
    userId: caller.userId,
    deptId: caller.deptId,
    isAdministrator: caller.permissions.has(allPermissions),
  };
}

/** Before it is kept, and again before it is given: what was slipped into the database does not come out of it. */
async function clean<T extends { noticeContent: string; noticeContentZh: string }>(one: T): Promise<T> {
  const { noticeContent, noticeContentZh } = one;
  return {
    ...one,
    noticeContent: await cleanNotice(noticeContent),
    noticeContentZh: (await isBlankNotice(noticeContentZh)) ? "" : await cleanNotice(noticeContentZh),
  };
}

function toHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped
    .split("\n")
    .map((line) => `<p>${line}</p>`)
    .join("");
}
