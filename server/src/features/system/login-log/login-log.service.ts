import type { QueryOf } from "@tracewater/contract/call";
import {
  type LogInEntry,
  type LogInReason,
  type listLogIns,
  logInReason,
} from "@tracewater/contract/system/login-log";
import type { SecondFactor, WayIn } from "@tracewater/contract/system/ways-in";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import { createMinuteCounter } from "../../../platform/minute-counter.ts";
import { createMomentPrinter } from "../../../platform/moments.ts";
import { networkOf } from "../../../platform/network-address.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { readAgent } from "../agent.model.ts";
import { createLogInStore, type LogInFilter, type LogInRow, maxCounted } from "./login-log.store.ts";

export type LogInQuery = QueryOf<typeof listLogIns>;

/** A way in with its second factor. */
export type By = { way: WayIn; factor: SecondFactor };

export type LogInLogService = ReturnType<typeof createLogInLogService>;

const batch = 1000;

/** Who came in, who did not and why, who left. */
export function createLogInLogService(options: { db: Db; zone: string; now: () => number }) {
  const { zone, now } = options;
  const store = createLogInStore(options.db);
  const failures = createMinuteCounter({ perSource: 30, inTotal: 300 });
  const printMoment = createMomentPrinter(zone);

  const toFilter = (query: LogInQuery): LogInFilter => ({
    span: query,
    userName: query.userName,
    ipaddr: query.ipaddr,
    status: query.status,
    reason: query.reason,
    way: query.way,
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
      way: row.way,
      factor: row.factor,
      status: row.ok ? "0" : "1",
      reason,
      msg: (row.kind === "logOut" ? loggedOut : reasons[reason])[language],
      loginTime: printMoment(row.at),
    };
  };

  return {
    /** Failures of one address are written down up to a limit in each minute; the audit log counts all of them. */
    async record(entry: {
      kind: "logIn" | "logOut";
      reason: LogInReason;
      user: { id: number | null; name: string; unitId: number | null };
      visitor: { address: string; agent: string };
      /** By which way they came in or tried to, and what was shown besides. */
      by: By;
    }): Promise<void> {
      const { kind, reason, user, visitor, by } = entry;
      if (reason !== "ok" && !failures.take(networkOf(visitor.address), now())) return;
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
        ...by,
      });
    },

    async list(
      scope: Scope,
      query: LogInQuery,
      language: Language,
    ): Promise<{ rows: LogInEntry[]; total: number; isMore: boolean }> {
      const filter = toFilter(query);
      const counted = await store.count(scope, filter);
      const total = Math.min(counted, maxCounted);
      const order = { byUser: query.orderByColumn === "userName", ascending: query.isAsc === "asc" };
      const rows = await store.list(scope, filter, pageOf(query, total), order);
      return { rows: rows.map((row) => toEntry(row, language)), total, isMore: counted > maxCounted };
    },

    /** One person's own entries, whatever unit they were in then. */
    async listOwn(
      userId: number,
      query: { pageNum: number; pageSize: number },
      language: Language,
    ): Promise<{ rows: LogInEntry[]; total: number }> {
      const filter = { ...noFilter, userId };
      const total = Math.min(await store.count(everywhere, filter), maxCounted);
      const order = { byUser: false, ascending: false };
      const rows = await store.list(everywhere, filter, pageOf(query, total), order);
      return { rows: rows.map((row) => toEntry(row, language)), total };
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

    /** For the job that keeps logs short: entries of this log are not chained, log-ins are in the audit log too. */
    removeBefore: store.removeBefore,
  };
}

const everywhere: Scope = { kind: "all" };
const noFilter: LogInFilter = {
  span: {},
  ...{ userName: undefined, ipaddr: undefined, status: undefined, reason: undefined, way: undefined },
};

const loggedOut: LocalizedText = { en: "Logged out", zh: "退出登录" };

const reasons: Record<LogInReason, LocalizedText> = {
  ok: { en: "Logged in", zh: "登录成功" },
  wrongCaptcha: { en: "Wrong verification code", zh: "验证码错误" },
  expiredCaptcha: { en: "Verification code expired", zh: "验证码已失效" },
  waiting: { en: "Too many failed attempts", zh: "失败次数过多" },
  unknownUser: { en: "Unknown user", zh: "用户不存在" },
  wrongPassword: { en: "Wrong password", zh: "密码错误" },
  disabled: { en: "Account disabled", zh: "账号已停用" },
  expired: { en: "One-time password expired", zh: "一次性密码已过期" },
  needsBrowser: { en: "Browser log-in only", zh: "仅允许通过浏览器登录" },
  needsPasskey: { en: "Passkey required", zh: "须使用通行密钥登录" },
  wrongPasskey: { en: "Passkey not accepted", zh: "通行密钥校验未通过" },
  wrongSignOn: { en: "Single sign-on not accepted", zh: "单点登录校验未通过" },
  passwordsOff: { en: "Passwords are switched off", zh: "已关闭密码登录" },
  unknownIdentity: { en: "Identity not linked to an account", zh: "单点登录身份未绑定账号" },
  wrongFactor: { en: "Wrong second factor", zh: "第二验证方式未通过" },
};
