import { createHash, randomBytes, randomInt } from "node:crypto";
import type { QrAsker, QrStatus } from "@tracewater/contract/system/qr-log-in";
import { createAddressLimiter } from "../../../platform/address-limiter.ts";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { requireConfirmed } from "../../../platform/confirmation.ts";
import { networkOf } from "../../../platform/network-address.ts";
import type { Db } from "../../../platform/store/database.ts";
import { readAgent } from "../agent.model.ts";
import type { ReadSetting } from "../config/config.service.ts";
import type { SessionService, Visitor } from "../session/session.service.ts";
import { createQrStore, type QrRow } from "./qr-log-in.store.ts";

export type QrLogInService = ReturnType<typeof createQrLogIn>;

const ttlMs = 120_000;
const maxTries = 3;
/** Who holds one of these confirms no log-in for another browser unless a parameter allows it. */
const privileged: ReadonlySet<string> = new Set(["admin", "auditor", "custodian"]);
const allowances = { perAddress: { perSecond: 0.5, burst: 30 }, inTotal: { perSecond: 20, burst: 200 } };

/**
 * A phone that is logged in lets a browser in. The log-in is bound to the asking browser by a cookie, lives two
 * minutes and counts once; the phone shows who asks, and its user types two digits that only the asking screen shows.
 */
export function createQrLogIn(options: {
  db: Db;
  sessions: Pick<SessionService, "openAs">;
  read: ReadSetting;
  isShared: (address: string) => boolean;
  now: () => number;
}) {
  const { sessions, read, now } = options;
  const store = createQrStore(options.db);
  const limiter = createAddressLimiter({ ...allowances, isShared: options.isShared });

  async function requireAllowed(caller: Caller): Promise<void> {
    if (caller.mustChangePassword) throw passwordFirst;
    if (caller.roles.some((role) => privileged.has(role)) && !(await read("qrForPrivileged")))
      throw tooPrivileged;
  }

  async function requireOfPhone(uuid: string, caller: Caller): Promise<QrRow> {
    const found = await store.findOfPhone(uuid, caller, new Date(now()));
    if (found === undefined) throw ended;
    return found;
  }

  return {
    /** The cookie goes to the asking browser, with the uuid for the picture and the digits to show. */
    async begin(visitor: Visitor) {
      if (!limiter.take(visitor.address, now())) throw tooMany;
      const cookie = randomBytes(32).toString("base64url");
      const digits = String(randomInt(100)).padStart(2, "0");
      const createdAt = new Date(now());
      const expiresAt = new Date(createdAt.getTime() + ttlMs);
      const agent = visitor.agent.slice(0, 300);
      const { address } = visitor;
      const uuid = await store.add({
        cookieHash: digest(cookie),
        address,
        agent,
        digits,
        createdAt,
        expiresAt,
      });
      return { uuid, cookie, digits, expiresIn: ttlMs / 1000 };
    },

    /** Opens the session the first time after the confirmation; to any other browser the uuid does not exist. */
    async status(uuid: string, cookie: string | null, visitor: Visitor) {
      const cookieHash = digest(cookie ?? "");
      const found = await store.findOfBrowser(uuid, cookieHash);
      if (found === undefined) throw noQr();
      if (found.state !== "confirmed") return { status: statusOf(found, now()), open: null };
      const userId = await store.hand(uuid, cookieHash, new Date(now()));
      if (userId === undefined) return { status: "expired" as const, open: null };
      const open = () => sessions.openAs(userId, "qr", { visitor, bind: true });
      return { status: "confirmed" as const, open };
    },

    async clear(uuid: string, cookie: string | null): Promise<void> {
      if (!(await store.clearOfBrowser(uuid, digest(cookie ?? "")))) throw noQr();
    },

    async scan(uuid: string, caller: Caller, address: string): Promise<QrAsker> {
      if (!(await store.isOpen(uuid, new Date(now())))) throw ended;
      await requireAllowed(caller);
      const found = await store.scan(uuid, caller, new Date(now()));
      if (found === undefined) throw ended;
      return {
        ...readAgent(found.agent),
        address: found.address,
        isSameNetwork: isSameNetwork(found, address),
        at: found.createdAt.getTime(),
        expiresAt: found.expiresAt.getTime(),
      };
    },

    /** From another network the phone's user has to have confirmed a short while ago who they are. */
    async confirm(uuid: string, caller: Caller, digits: string, address: string): Promise<QrRow> {
      const found = await requireOfPhone(uuid, caller);
      if (!isSameNetwork(found, address)) {
        if (!(await read("qrFromOtherNetworks"))) throw otherNetwork;
        requireConfirmed(caller);
      }
      const outcome = await store.confirm(uuid, caller, digits, new Date(now()), maxTries);
      if (outcome === "ended") throw ended;
      if (outcome === "wrong") throw wrongDigits();
      return found;
    },

    async refuse(uuid: string, caller: Caller): Promise<void> {
      if (!(await store.refuse(uuid, caller))) throw ended;
    },

    removeBefore: store.deleteBefore,
  };
}

function statusOf({ state, expiresAt }: QrRow, nowMs: number): QrStatus {
  if (state === "cleared") return "cleared";
  if (state === "handed" || expiresAt.getTime() <= nowMs) return "expired";
  return state;
}

function isSameNetwork(asking: QrRow, address: string): boolean {
  return networkOf(asking.address) === networkOf(address);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function noQr(): AppError {
  return notFound({ en: "QR code", zh: "二维码" });
}

function wrongDigits(): AppError {
  return fieldError("digits", {
    en: "these are not the digits on the other screen",
    zh: "与另一屏幕显示的数字不一致",
  });
}

const ended = new AppError("refused", {
  en: "This QR code has expired or was used. Show a new one and scan it again.",
  zh: "二维码已失效或已使用，请刷新后重新扫描。",
});
const tooPrivileged = new AppError("forbidden", {
  en: "Administrators, auditors and custodians cannot log in by QR code.",
  zh: "管理员、审计员和物证保管员不能使用扫码登录。",
});
const passwordFirst = new AppError("forbidden", {
  en: "Choose a password of your own first.",
  zh: "请先修改初始密码。",
});
const otherNetwork = new AppError("forbidden", {
  en: "The browser that asks is in another network than this phone. Use the same network, or log in another way.",
  zh: "请求登录的浏览器与本手机不在同一网络，请连接同一网络或使用其他方式登录。",
});
const tooMany = new AppError(
  "busy",
  {
    en: "Too many QR codes were requested. Try again in a few seconds.",
    zh: "获取二维码过于频繁，请稍后重试。",
  },
  [],
  10,
);
