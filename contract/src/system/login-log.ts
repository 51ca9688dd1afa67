import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { flag, page } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { secondFactor, wayIn } from "./ways-in.ts";

const may = (verb: string) => permission(`monitor:logininfor:${verb}`);
const path = "/v2/admin/monitor/logininfor";

/** How an attempt to log in ended; `ok` for log-outs too. */
export const logInReason = z.enum([
  "ok",
  "wrongCaptcha",
  "expiredCaptcha",
  "waiting",
  "unknownUser",
  "wrongPassword",
  "disabled",
  "expired",
  "needsBrowser",
  "needsPasskey",
  "wrongFactor",
  "wrongPasskey",
  "wrongSignOn",
  "unknownIdentity",
  "passwordsOff",
]);
export type LogInReason = z.infer<typeof logInReason>;

export const logInEntry = z.object({
  infoId: z.number().int(),
  userName: z.string(),
  deptName: z.string(),
  kind: z.enum(["logIn", "logOut"]),
  ipaddr: z.string(),
  browser: z.string(),
  os: z.string(),
  agent: z.string(),
  way: wayIn,
  factor: secondFactor,
  /** "0" it succeeded, "1" it failed. */
  status: flag,
  reason: logInReason,
  /** The reason in words. */
  msg: z.string(),
  loginTime: dateTime,
});
export type LogInEntry = z.infer<typeof logInEntry>;

const query = z.object({
  ...paging,
  ...sorting(["infoId", "loginTime", "userName"]),
  ...timeSpan,
  /** The beginning of a user's name. */
  userName: searchText,
  ipaddr: searchText,
  status: blank(flag),
  reason: blank(logInReason),
  way: blank(wayIn),
});

export const listLogIns = defineCall({
  name: "listLogIns",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  /** `total` is exact to 10,000; where more were found `isMore` is true. */
  reply: page(logInEntry).extend({ isMore: z.boolean() }),
});

/** Ends the wait of a user whose account has seen too many failed attempts. A GET, as clients of the family call it. */
export const unlockLogIn = defineCall({
  name: "unlockLogIn",
  method: "GET",
  path: `${path}/unlock/:userName`,
  access: may("unlock"),
  audited: true,
  title: { en: "Unlock a user's log-in", zh: "解除登录锁定" },
  params: z.object({ userName: z.string().trim().min(1).max(64) }),
});

export const { export: exportLogIns, exportByForm: exportLogInsByForm } = defineExport({
  name: "exportLogIns",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export the log-in log", zh: "导出登录日志" },
  query,
});
