import type { QueryOf } from "@tracewater/contract/call";
import {
  type LogInEntry,
  type LogInReason,
  type listLogIns,
  logInReason,
} from "@tracewater/contract/system/login-log";
import { pageOf } from "../../../platform/http/pages.ts";
import { createMomentPrinter } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { searchSpan } from "../../../platform/store/search-span.ts";
import type { Language, Words } from "../../../platform/words.ts";
import { readAgent } from "../agent.model.ts";
import { createLogInStore, type LogInFilter, type LogInRow, mostCounted } from "./login-log.store.ts";

export type LogInQuery = QueryOf<typeof listLogIns>;

export type LogInLogService = ReturnType<typeof createLogInLogService>;

const batch = 1000;

/** Who came in, who did not and why, who left. */
export function createLogInLogService(options: { db: Db; zone: string; now: () => number }) {
  const { zone, now } = options;
  const store = createLogInStore(options.db);
  const printMoment = createMomentPrinter(zone);

  const toFilter = (query: LogInQuery): LogInFilter => ({
    span: searchSpan(query, zone),
    userName: query.userName,
    ipaddr: query.ipaddr,
    status: query.status,
    reason: query.reason,
  });

  const toEntry = (row: LogInRow, language: Language): LogInEntry => {
    const reason = logInReason.parse(row.reason);
    return {
      infoId: Number(row.id),
      userName: row.userName,
      deptName: row.deptName ?? "",
      kind: row.kind,
      ipaddr: row.address,
      ...readAgent(row.agent),
      agent: row.agent,
      status: row.ok ? "0" : "1",
      reason,
      msg: (row.kind === "logOut" ? loggedOut : reasons[reason])[language],
      loginTime: printMoment(row.at),
    };
  };

  return {
    async record(entry: {
      kind: "logIn" | "logOut";
      reason: LogInReason;
      user: { id: number | null; name: string; unitId: number | null };
      visitor: { address: string; agent: string };
    }): Promise<void> {
      const { kind, reason, user, visitor } = entry;
      await store.add({
        at: new Date(now()),
        userName: user.name,
        userId: user.id,
        unitId: user.unitId,
        kind,
        ok: reason === "ok",
        reason,
        address: visitor.address,
        agent: visitor.agent.slice(0, 300),
      });
    },

    async list(
      scope: Scope,
      query: LogInQuery,
      language: Language,
    ): Promise<{ rows: LogInEntry[]; total: number; isMore: boolean }> {
      const filter = toFilter(query);
      const counted = await store.count(scope, filter);
      const total = Math.min(counted, mostCounted);
      const page = { ...pageOf(query, total), ascending: query.isAsc === "asc" };
      const rows = await store.list(scope, filter, page);
      return { rows: rows.map((row) => toEntry(row, language)), total, isMore: counted > mostCounted };
    },

    async *listAll(scope: Scope, query: LogInQuery, language: Language): AsyncGenerator<LogInEntry> {
      const filter = toFilter(query);
      for (let after = "0"; ; ) {
        const rows = await store.listAfter(scope, filter, after, batch);
        for (const row of rows) yield toEntry(row, language);
        if (rows.length < batch) return;
        after = rows.at(-1)?.id ?? after;
      }
    },

    /** For the job that keeps logs short: entries of this log are not chained, log-ins stand in the audit log too. */
    removeBefore: store.removeBefore,
  };
}

const loggedOut: Words = { en: "Logged out", zh: "退出登录" };

const reasons: Record<LogInReason, Words> = {
  ok: { en: "Logged in", zh: "登录成功" },
  wrongCaptcha: { en: "Wrong verification code", zh: "验证码错误" },
  expiredCaptcha: { en: "Expired verification code", zh: "验证码已失效" },
  waiting: { en: "Too many failed attempts", zh: "失败次数过多" },
  unknownUser: { en: "Unknown user", zh: "用户不存在" },
  wrongPassword: { en: "Wrong password", zh: "密码错误" },
  disabled: { en: "Account disabled", zh: "账号已停用" },
  expired: { en: "One-time password expired", zh: "一次性密码已过期" },
  needsBrowser: { en: "Only allowed in a browser", zh: "仅允许通过浏览器登录" },
};
