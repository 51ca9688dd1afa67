import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import {
  type changeDisplay,
  type Display,
  type DisplayReport,
  type listDisplays,
  maxPairingTries,
  type pairDisplay,
  pairingMinutes,
} from "@tracewater/contract/system/displays";
import { createAddressLimiter } from "../../../platform/address-limiter.ts";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { readAgent } from "../agent.model.ts";
import type { Visitor } from "../session/session.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { displayCaller, permissionsGiven, sessionOf } from "./display.model.ts";
import { createDisplayStore, type DisplayRow } from "./display.store.ts";
import { createDisplayPairingStore } from "./display-pairing.store.ts";

export type DisplayService = ReturnType<typeof createDisplayService>;

const pairingMs = pairingMinutes * 60_000;
const allowances = { perAddress: { perSecond: 0.2, burst: 100 }, inTotal: { perSecond: 5, burst: 300 } };
/** Digits that another browser shows are drawn again. */
const maxDraws = 20;

/** Displays: paired by digits, with a session that reads, reports and is revoked. */
export function createDisplayService(options: {
  db: Db;
  events: EventBus<SystemEvents>;
  isShared: (address: string) => boolean;
  /** The build of the console that is served. */
  build: () => string;
  print: PrintMoment;
  today: () => string;
  now: () => number;
}) {
  const { now, events, build } = options;
  const store = createDisplayStore(options.db);
  const pairings = createDisplayPairingStore(options.db);
  const limiter = createAddressLimiter({ ...allowances, isShared: options.isShared });

  const toDisplay = ({ agent, pairedAt, ...row }: DisplayRow): Display => ({
    ...row,
    ...readAgent(agent),
    isCurrent: row.report?.build === build(),
    pairedTime: options.print(pairedAt),
  });

  /** As the list shows them; throws where one of them is outside the scope. */
  async function requireAll(scope: Scope, ids: readonly number[]): Promise<Display[]> {
    const found = await store.listByIds(scope, ids);
    if (found.length < new Set(ids).size) throw notFound({ en: "display", zh: "显示屏" });
    return found.map(toDisplay);
  }

  async function requireOne(scope: Scope, id: number): Promise<Display> {
    const [found] = await requireAll(scope, [id]);
    if (found === undefined) throw new Error("a display was neither found nor missing");
    return found;
  }

  async function findByToken(token: string, cookie: string | null) {
    if (cookie === null) return undefined;
    const found = await store.findByToken(digest(token), options.today());
    return found !== undefined && timingSafeEqual(found.cookieHash, digest(cookie)) ? found : undefined;
  }

  return {
    requireAll,

    async list(caller: Caller, query: QueryOf<typeof listDisplays>) {
      const filter = { keyword: query.keyword, state: query.state };
      const total = await store.count(caller.scope, filter);
      const rows = await store.list(caller.scope, filter, pageOf(query, total));
      return { rows: rows.map(toDisplay), total };
    },

    /** Digits for a browser, and the cookie that the pairing is bound to. */
    async beginPairing({ address, agent }: Visitor) {
      if (!limiter.take(address, now())) throw tooMany;
      const at = new Date(now());
      const expiresAt = new Date(at.getTime() + pairingMs);
      for (let draw = 0; draw < maxDraws; draw++) {
        const cookie = randomBytes(32).toString("base64url");
        const code = String(randomInt(1_000_000)).padStart(6, "0");
        const one = { code, cookieHash: digest(cookie), address, agent: agent.slice(0, 300), at, expiresAt };
        if (await pairings.begin(one)) return { code, cookie, expiresIn: pairingMs / 1000 };
      }
      throw tooMany;
    },

    /** How far the pairing of this browser is; with its token once a person has confirmed it. */
    async pairingOf(cookie: string | null) {
      const found =
        cookie === null ? undefined : await pairings.findOfBrowser(digest(cookie), new Date(now()));
      if (found === undefined) throw notFound({ en: "pairing", zh: "配对" });
      if (found.isOver) return { state: "expired" as const };
      if (found.displayId === null) return { state: "waiting" as const };
      const token = `twd_${randomBytes(32).toString("base64url")}`;
      const name = await pairings.hand(found.id, digest(token));
      return name === undefined ? { state: "expired" as const } : { state: "paired" as const, name, token };
    },

    async pair(caller: Caller, { code, unitId, ...facts }: BodyOf<typeof pairDisplay>): Promise<Display> {
      checkDimming(facts);
      const at = new Date(now());
      const since = new Date(at.getTime() - pairingMs);
      if ((await pairings.countTries(caller.userId, since)) >= maxPairingTries) throw tooManyTries();
      const unit = await pairings.findUnit(caller.scope, unitId);
      if (unit === undefined) throw fieldError("unitId", { en: "unit not found", zh: "单位不存在" });
      if (!unit.isWhole) throw beyondScope();
      const permissions = permissionsGiven(caller);
      const id = await onUniqueViolation(
        pairings.pair({ code, facts, unitId, permissions, by: caller.nickName || caller.userName, at }),
        () => {
          throw nameTaken();
        },
      );
      if (id !== null) return requireOne(caller.scope, id);
      await pairings.addTry(caller.userId, at, since);
      throw wrongCode();
    },

    async change(caller: Caller, { displayId, ...facts }: BodyOf<typeof changeDisplay>) {
      checkDimming(facts);
      const before = await requireOne(caller.scope, displayId);
      await onUniqueViolation(store.change(displayId, facts), () => {
        throw nameTaken();
      });
      return { before, after: await requireOne(caller.scope, displayId) };
    },

    async revoke(caller: Caller, ids: readonly number[]): Promise<Display[]> {
      const ended = await requireAll(caller.scope, ids);
      await store.revoke(ids, new Date(now()));
      events.emit("sessions.ended", { sessionIds: ids.map(sessionOf) });
      return ended;
    },

    /** Who a display is as a caller; null where the token is not good (any longer), or comes from another browser. */
    async findCaller(token: string, cookie: string | null): Promise<Caller | null> {
      const found = await findByToken(token, cookie);
      return found === undefined ? null : displayCaller(found);
    },

    /** Takes a report and says what is to be shown; null where the display is none (any longer). */
    async report(token: string, cookie: string | null, given: DisplayReport, visitor: Visitor) {
      const found = await findByToken(token, cookie);
      if (found === undefined) return null;
      const from = { address: visitor.address, agent: visitor.agent.slice(0, 300) };
      const shown = await store.report(found.id, given, from, new Date(now()));
      return shown === undefined ? null : { ...shown, build: build() };
    },
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Both ends of the dimmed hours, or neither. */
function checkDimming({ dimFrom, dimUntil }: Pick<Display, "dimFrom" | "dimUntil">): void {
  if ((dimFrom === null) === (dimUntil === null) && (dimFrom === null || dimFrom !== dimUntil)) return;
  throw fieldError(dimFrom === null ? "dimFrom" : "dimUntil", {
    en: "enter both ends of the dimmed hours, at different times, or neither",
    zh: "请同时填写调暗的开始与结束时间（不能相同），或都不填",
  });
}

function wrongCode(): AppError {
  return fieldError("code", {
    en: "no display shows these digits; they count for 10 minutes",
    zh: "没有显示屏正在显示这组数字（10 分钟内有效）",
  });
}

function beyondScope(): AppError {
  return fieldError("unitId", {
    en: "has units below it that are outside your data scope",
    zh: "其下级单位超出您的数据范围",
  });
}

function nameTaken(): AppError {
  return fieldError("name", { en: "another display of this unit has this name", zh: "该单位已有同名显示屏" });
}

function tooManyTries(): AppError {
  return new AppError(
    "busy",
    {
      en: `The digits were wrong ${maxPairingTries} times. Wait ${pairingMinutes} minutes and try again.`,
      zh: `数字已输错 ${maxPairingTries} 次，请在 ${pairingMinutes} 分钟后重试。`,
    },
    [],
    pairingMinutes * 60,
  );
}

const tooMany = new AppError(
  "busy",
  {
    en: "Too many displays ask for digits. Try again in a minute.",
    zh: "请求配对过于频繁，请一分钟后重试。",
  },
  [],
  60,
);
