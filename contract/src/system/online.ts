import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { page } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";

const path = "/v2/admin/monitor/online";

/** `1,2,3` in a path; sessions are counted in more than four bytes. */
export const sessionIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*,?$/, "numbers with commas between them")
  .transform((text) => [...new Set(text.split(",").filter(Boolean))])
  .pipe(z.array(z.string()).min(1).max(500));

export const onlineSession = z.object({
  /** The session's number; nothing can be opened with it. */
  tokenId: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  ipaddr: z.string(),
  browser: z.string(),
  os: z.string(),
  /** As the program named itself. */
  agent: z.string(),
  /** It lives in one browser: its cookie is asked for with each call. */
  bound: z.boolean(),
  loginTime: dateTime,
  lastSeen: dateTime,
  /** The one by which this list is asked for. */
  current: z.boolean(),
  /** The caller may end it. */
  changeable: z.boolean(),
});
export type OnlineSession = z.infer<typeof onlineSession>;

export const listOnline = defineCall({
  name: "listOnline",
  method: "GET",
  path: `${path}/list`,
  access: permission("monitor:online:list"),
  query: z.object({
    ...paging,
    keyword: searchText,
    userName: searchText,
    ipaddr: searchText,
    bound: blank(z.enum(["0", "1"])),
  }),
  reply: page(onlineSession),
});

export const endOnline = defineCall({
  name: "endOnline",
  method: "DELETE",
  path: `${path}/:ids`,
  access: permission("monitor:online:forceLogout"),
  title: { en: "End sessions", zh: "强制下线" },
  params: z.object({ ids: sessionIds }),
});
