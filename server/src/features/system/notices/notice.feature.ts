import {
  addNotice,
  changeNotice,
  getNotice,
  listMyNotices,
  listNoticeReaders,
  listNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
  publishNotice,
  removeNotices,
} from "@tracewater/contract/system/notices";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { NoticeService } from "./notice.service.ts";

const kind = "notice";

export function serveNotices(serve: Serve, notices: NoticeService): void {
  serveReaders(serve, notices);

  serve.forCaller(listNotices, async ({ query }, { scope }) => {
    const total = await notices.count(scope, query);
    return { rows: await notices.list(scope, query, pageOf(query, total)), total };
  });
  serve.forCaller(getNotice, async ({ params }, { scope }) => ({
    data: await notices.find(scope, params.id),
  }));
  serve.forCaller(addNotice, async ({ body, audit }, caller) => {
    const id = await notices.add(caller, body);
    audit({ subject: { kind, id, name: body.noticeTitle }, after: body });
    return { data: { id } };
  });
  serve.forCaller(changeNotice, async ({ body, audit }, caller) => {
    const { noticeId, ...after } = body;
    const { before } = await notices.change(caller, noticeId, after);
    audit({ subject: { kind, id: noticeId, name: body.noticeTitle }, before, after });
    return {};
  });
  serve.forCaller(publishNotice, async ({ body, audit }, caller) => {
    const { before } = await notices.publish(caller, body.noticeId);
    const subject = { kind, id: body.noticeId, name: before.noticeTitle };
    audit({ subject, before: { status: before.status }, after: { status: "0" } });
    return {};
  });
  serve.forCaller(removeNotices, async ({ params, audit }, caller) => {
    for (const before of await notices.remove(caller, params.ids)) {
      audit({ subject: { kind, id: before.noticeId, name: before.noticeTitle }, before });
    }
    return {};
  });
  serve.forCaller(listNoticeReaders, async ({ query }, { scope }) => {
    const total = await notices.countReaders(scope, query.noticeId, query.searchValue);
    return {
      rows: await notices.readers(scope, query.noticeId, query.searchValue, pageOf(query, total)),
      total,
    };
  });
}

/** What everybody may: read what reaches them. */
function serveReaders(serve: Serve, notices: NoticeService): void {
  serve.forCaller(listTopNotices, async ({ language }, caller) => {
    const { unread } = await notices.countReceived(caller);
    const data = await notices.received(caller, language, { unread: false, limit: 5, offset: 0 });
    return { data, unreadCount: unread };
  });
  serve.forCaller(listMyNotices, async ({ query, language }, caller) => {
    const counted = await notices.countReceived(caller);
    const unread = query.unread === "0";
    const total = unread ? counted.unread : counted.all;
    const asked = { unread, ...pageOf(query, total) };
    return { rows: await notices.received(caller, language, asked), total };
  });
  serve.forCaller(markNoticeRead, async ({ query }, caller) => {
    await notices.markRead(caller, query.noticeId);
    return {};
  });
  serve.forCaller(markAllNoticesRead, async (_input, caller) => {
    await notices.markAllRead(caller);
    return {};
  });
}
