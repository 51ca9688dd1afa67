import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { page } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { blank, pagingIfAsked, searchText } from "../paging.ts";
import { secondFactor, wayIn } from "./ways-in.ts";

const path = "/v2/admin/monitor/online";

/** `1,2,3` in a path; sessions are counted in more than four bytes. */
export const sessionIds = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*,?$/, localized("must be numbers separated by commas", "须为以逗号分隔的编号"))
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
  way: wayIn,
  factor: secondFactor,
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
    /** Without them all that are open come, at most 5,000: clients of the family page by themselves. */
    ...pagingIfAsked,
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
