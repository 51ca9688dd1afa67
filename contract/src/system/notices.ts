import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

const path = "/v2/admin/system/notice";
const may = (verb: string) => permission(`system:notice:${verb}`);

/** "1" notice, "2" announcement. */
export const noticeType = z.enum(["1", "2"]);

/** Whom a notice reaches: everybody, the people of these units and below, or the platform's administrators. */
export const noticeAudience = z.enum(["all", "units", "administrators"]);
export type NoticeAudience = z.infer<typeof noticeAudience>;

const maxHtml = 50_000;

const text = {
  noticeTitle: z.string().trim().min(1).max(200),
  /** Empty: the title above serves both languages. */
  noticeTitleZh: z.string().trim().max(200).default(""),
  noticeType: noticeType.default("1"),
  /** HTML; what a notice may not hold is left out when it is kept. */
  noticeContent: z.string().max(maxHtml),
  noticeContentZh: z.string().max(maxHtml).default(""),
  audience: noticeAudience.default("all"),
  unitIds: z.array(idInBody).max(500).default([]),
};

/** What is written; "0" publishes it, "1" keeps it as a draft. */
export const noticeBody = z.object({ ...text, status: flag.default("1") });
export type NoticeBody = z.infer<typeof noticeBody>;

export const notice = z.object({
  noticeId: z.number().int(),
  ...text,
  status: flag,
  unitNames: z.array(z.string()),
  createBy: z.string(),
  createTime: dateTime,
  publishTime: dateTime.nullable(),
  /** How many of those whom it reaches have read it. */
  readCount: z.number().int(),
  /** The program reported it by itself. */
  isProgram: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

export const listNotices = defineCall({
  name: "listNotices",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    ...sorting(["noticeTitle", "createTime", "publishTime"]),
    noticeTitle: searchText,
    createBy: searchText,
    noticeType: blank(noticeType),
    status: blank(flag),
    ...timeSpan,
  }),
  reply: page(notice),
});

export const getNotice = defineCall({
  name: "getNotice",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(notice),
});

export const addNotice = defineCall({
  name: "addNotice",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Add a notice", zh: "新增通知公告" },
  body: noticeBody,
  reply: data(z.object({ id: z.number().int() })),
});

export const changeNotice = defineCall({
  name: "changeNotice",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a notice", zh: "编辑通知公告" },
  body: noticeBody.extend({ noticeId: idInBody }),
});

export const publishNotice = defineCall({
  name: "publishNotice",
  method: "PUT",
  path: `${path}/publish`,
  access: may("edit"),
  title: { en: "Publish a notice", zh: "发布通知公告" },
  body: z.object({ noticeId: idInBody }),
});

export const removeNotices = defineCall({
  name: "removeNotices",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  title: { en: "Delete notices", zh: "删除通知公告" },
  params: z.object({
    ids: z
      .string()
      .regex(
        /^\d{1,10}(,\d{1,10}){0,499},?$/,
        localized("must be numbers separated by commas", "须为以逗号分隔的编号"),
      )
      .transform((text) => [...new Set(text.split(",").filter(Boolean).map(Number))])
      .pipe(z.array(idInBody).min(1)),
  }),
});

/** Who has read a notice, the last first. */
export const listNoticeReaders = defineCall({
  name: "listNoticeReaders",
  method: "GET",
  path: `${path}/readUsers/list`,
  access: may("query"),
  query: z.object({ ...paging, noticeId: id, searchValue: searchText }),
  reply: page(
    z.object({
      userId: z.number().int(),
      userName: z.string(),
      nickName: z.string(),
      deptName: z.string(),
      readTime: dateTime,
    }),
  ),
});

/** A notice as its reader gets it: in their language, with whether they have read it. */
export const receivedNotice = z.object({
  noticeId: z.number().int(),
  noticeTitle: z.string(),
  noticeType,
  noticeContent: z.string(),
  createBy: z.string(),
  publishTime: dateTime,
  /** The same: drafts reach nobody. */
  createTime: dateTime,
  /** Epoch ms of the same moment. */
  publishedAt: z.number().int(),
  isRead: z.boolean(),
});
export type ReceivedNotice = z.infer<typeof receivedNotice>;

/** The newest five that reach the caller, and how many of all they have not read. */
export const listTopNotices = defineCall({
  name: "listTopNotices",
  method: "GET",
  path: `${path}/listTop`,
  access: session,
  reply: z.object({ data: z.array(receivedNotice).max(5), unreadCount: z.number().int() }),
});

/** All that reach the caller, the newest first. */
export const listMyNotices = defineCall({
  name: "listMyNotices",
  method: "GET",
  path: `${path}/mine/list`,
  access: session,
  query: z.object({ ...paging, unread: blank(z.enum(["0", "1"])) }),
  reply: page(receivedNotice),
});

export const markNoticeRead = defineCall({
  name: "markNoticeRead",
  method: "POST",
  path: `${path}/markRead`,
  access: session,
  title: { en: "Mark a notice as read", zh: "标记通知公告为已读" },
  audited: false,
  query: z.object({ noticeId: id }),
});

export const markAllNoticesRead = defineCall({
  name: "markAllNoticesRead",
  method: "POST",
  path: `${path}/markReadAll`,
  access: session,
  title: { en: "Mark all notices as read", zh: "全部标为已读" },
  audited: false,
});
