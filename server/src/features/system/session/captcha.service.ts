import { randomInt, randomUUID } from "node:crypto";
import type { BodyOf, ReplyOf } from "@tracewater/contract/call";
import { proofRules } from "@tracewater/contract/system/proof-of-work";
import type { captchaImage, login } from "@tracewater/contract/system/session";
import { createAddressLimiter } from "../../../platform/address-limiter.ts";
import { AppError } from "../../../platform/app-error.ts";
import { drawCaptcha } from "./captcha.model.ts";
import type { CaptchaStore } from "./captcha.store.ts";
import { LogInRefusal } from "./log-in-refusal.ts";
import { isProven } from "./proof-of-work.model.ts";

export type CaptchaService = ReturnType<typeof createCaptchaService>;

/** How a challenge was met; `none` where none is asked for. */
export type CaptchaAnswer = "none" | "picture" | "proof";

const ttlMs = 120_000;
/** Anybody may ask: each challenge is a row for two minutes. */
const allowances = { perAddress: { perSecond: 2, burst: 60 }, inTotal: { perSecond: 50, burst: 500 } };

/**
 * What makes a try to log in cost something. The console proves work, which a browser does while somebody types. Other
 * clients read a picture; programs read it too, so tries that come with one are counted for all of them together.
 */
/** What goes along with a form that anybody may send. */
export type Challenge = Pick<BodyOf<typeof login>, "uuid" | "code" | "proof">;

export function createCaptchaService(options: {
  store: CaptchaStore;
  isEnabled: () => Promise<boolean>;
  isShared: (address: string) => boolean;
  now: () => number;
}) {
  const { store, isEnabled, now } = options;
  const limiter = createAddressLimiter({ ...allowances, isShared: options.isShared });

  return {
    async make(kind: "picture" | "proof", address: string): Promise<ReplyOf<typeof captchaImage>> {
      if (!(await isEnabled())) return { captchaEnabled: false, uuid: "", img: "" };
      if (!limiter.take(address, now())) throw tooManyChallenges();
      const uuid = randomUUID();
      const expiresAt = new Date(now() + ttlMs);
      if (kind === "proof") {
        await store.add({ uuid, answer: "", expiresAt });
        return { captchaEnabled: true, uuid, img: "", proof: proofRules };
      }
      const { answer, png } = drawCaptcha(() => randomInt(2 ** 32) / 2 ** 32);
      await store.add({ uuid, answer, expiresAt });
      return { captchaEnabled: true, uuid, img: png.toString("base64") };
    },

    /** Throws where the challenge is not met. */
    async check({ uuid, code, proof }: Challenge): Promise<CaptchaAnswer> {
      if (!(await isEnabled())) return "none";
      const answer = uuid === "" ? null : await store.take(uuid);
      if (answer === null) throw proof.length > 0 ? expiredProof : expired;
      if (answer === "") {
        if (isProven(uuid, proof)) return "proof";
        throw unproven;
      }
      if (answer !== code.trim().toUpperCase()) throw wrongCode;
      return "picture";
    },
  };
}

const expired = new LogInRefusal(
  {
    en: "The verification code has expired. Enter the new one.",
    zh: "验证码已失效，请使用新的验证码。",
    field: "code",
  },
  "expiredCaptcha",
);

const expiredProof = new LogInRefusal(
  { en: "The browser check has expired. Try again.", zh: "浏览器校验已失效，请重试。", field: "code" },
  "expiredCaptcha",
);

const wrongCode = new LogInRefusal(
  { en: "The verification code is wrong.", zh: "验证码错误。", field: "code" },
  "wrongCaptcha",
);

const unproven = new LogInRefusal(
  {
    en: "The browser check failed. Reload the page and try again.",
    zh: "浏览器校验未通过，请刷新页面后重试。",
    field: "code",
  },
  "wrongCaptcha",
);

function tooManyChallenges(): AppError {
  const text = {
    en: "Too many verification codes were requested. Try again in a few seconds.",
    zh: "获取验证码过于频繁，请稍后重试。",
  };
  return new AppError("busy", text, [], 10);
}
