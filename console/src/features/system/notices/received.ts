import {
  listMyNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
} from "@tracewater/contract/system/notices";
import { callApi } from "../../../api/call-api.ts";
import { invalidate } from "../../../api/use-api.ts";

/** What reaches the user is asked for again. */
export function refreshReceived(): void {
  void invalidate(listTopNotices);
  void invalidate(listMyNotices);
}

export async function readNotice(noticeId: number): Promise<void> {
  // Where it cannot be marked it stays unread, which does no harm.
  await callApi(markNoticeRead, { query: { noticeId } }, { silent: true }).catch(() => undefined);
  refreshReceived();
}

export async function readAllNotices(): Promise<void> {
  await callApi(markAllNoticesRead, {});
  refreshReceived();
}
