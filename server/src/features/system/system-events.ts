/**
 * What happens to people's access and to what they are shown. `access.changed` says that roles, permissions, units or
 * data scopes of these users may be others now; `sessions.ended` that these sessions open nothing any longer.
 */
export type SystemEvents = {
  "access.changed": { userIds: readonly number[] | "all" };
  "sessions.ended": { sessionIds: readonly string[] };
  "notice.published": { noticeId: number };
};
