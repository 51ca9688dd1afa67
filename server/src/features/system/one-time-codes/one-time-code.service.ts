import { randomInt, timingSafeEqual } from "node:crypto";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import { networkOf } from "../../../platform/network-address.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Asked, type CodePurpose, createCodeStore } from "./one-time-code.store.ts";

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;

const hourMs = 3_600_000;
/** How many codes may be asked for within an hour, and how far apart those for one target are. */
const budget = { ofTarget: 5, ofNetwork: 20, apartMs: 60_000 };
const rules = {
  register: { ttlMs: hourMs, maxTries: 5 },
  password: { ttlMs: 10 * 60_000, maxTries: 5 },
  appLogIn: { ttlMs: 5 * 60_000, maxTries: 3 },
} as const;

/**
 * Codes of six digits that prove that somebody reads a mailbox or a phone. Budgets are counted by what was typed and
 * by network, whether or not it is anybody's, so that a refusal says nothing about who is known.
 */
export function createOneTimeCodes(options: {
  db: Db;
  secrets: SecretBox;
  /** Addresses of proxies stand for many visitors: nothing is counted for them. */
  isShared: (address: string) => boolean;
  now: () => number;
}) {
  const { secrets, isShared, now } = options;
  const store = createCodeStore(options.db);

  function refuseBeyond(asked: Asked, address: string): void {
    const sinceLast = asked.lastAt === null ? Number.POSITIVE_INFINITY : now() - asked.lastAt.getTime();
    if (sinceLast < budget.apartMs) throw tooMany(Math.ceil((budget.apartMs - sinceLast) / 1000));
    const isOver = asked.ofTarget >= budget.ofTarget;
    if (isOver || (asked.ofNetwork >= budget.ofNetwork && !isShared(address))) throw tooMany(600);
  }

  return {
    /** Makes a code that counts for a while; throws where too many were asked for. Minutes until it ends go along. */
    async issue(given: {
      purpose: CodePurpose;
      target: string;
      userId: number | null;
      address: string;
    }): Promise<{ id: string; code: string; expiresAt: Date; minutes: number }> {
      const { purpose, target, userId, address } = given;
      const network = networkOf(address);
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const createdAt = new Date(now());
      const { ttlMs } = rules[purpose];
      const expiresAt = new Date(createdAt.getTime() + ttlMs);
      const id = await store.inOne([`${purpose} ${target}`, `network ${network}`], async (trx) => {
        const since = new Date(createdAt.getTime() - hourMs);
        refuseBeyond(await store.countAsked(trx, { purpose, target, network }, since), address);
        const codeSealed = secrets.seal(code);
        return store.add(trx, { purpose, target, userId, codeSealed, network, createdAt, expiresAt });
      });
      return { id, code, expiresAt, minutes: ttlMs / 60_000 };
    },

    /** Whose it is turned out later. */
    setUser: store.setUser,

    /** Throws where this is not the code, it has ended, or its tries are used up. A right code may be tried again until `use`. */
    async verify(
      purpose: CodePurpose,
      by: { id: string } | { target: string },
      code: string,
    ): Promise<{ id: string; target: string; userId: number | null }> {
      const tried = await store.tryOn(purpose, by, new Date(now()), rules[purpose].maxTries);
      if (tried === undefined || !isSame(secrets.open(tried.codeSealed), code.trim())) throw wrongCode();
      await store.giveBack(tried.id);
      return tried;
    },

    /** Throws where it was used meanwhile: a code counts once. */
    async use(id: string): Promise<void> {
      if (!(await store.use(id, new Date(now())))) throw wrongCode();
    },

    removeBefore: store.deleteBefore,
  };
}

function isSame(expected: string, given: string): boolean {
  return /^\d{6}$/.test(given) && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}

/** The same for a wrong code, an expired one and one of nobody. */
export function wrongCode(): AppError {
  return fieldError("code", {
    en: "the code is wrong or has expired",
    zh: "验证码错误或已失效",
  });
}

function tooMany(seconds: number): AppError {
  const text = {
    en: `Too many codes were requested. Try again in ${seconds} s.`,
    zh: `获取验证码过于频繁，请在 ${seconds} 秒后重试。`,
  };
  return new AppError("busy", text, [], seconds);
}
