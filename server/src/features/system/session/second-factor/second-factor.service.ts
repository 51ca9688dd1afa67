import type { SecretBox } from "../../../../platform/secret-box.ts";
import type { Db } from "../../../../platform/store/database.ts";
import { hashPassword, isPassword, nobodysHash } from "../../password.model.ts";
import { makeRecoveryCodes, readRecoveryCode } from "./recovery-code.model.ts";
import { createSecondFactorStore } from "./second-factor.store.ts";
import { appUri, findStep, makeAppSecret } from "./totp.model.ts";

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

const offerMs = 600_000;
const issuer = "Tracewater";

/** Authenticator apps and recovery codes: what is enrolled, and whether a code is right. */
export function createSecondFactorService(options: { db: Db; secrets: SecretBox; now: () => number }) {
  const { secrets, now } = options;
  const store = createSecondFactorStore(options.db);

  async function takeAppCode(userId: number, code: string): Promise<boolean> {
    const sealed = await store.findSecret(userId);
    if (sealed === null) return false;
    const step = findStep(secrets.open(sealed), code, now());
    return step !== null && store.takeStep(userId, step);
  }

  /** Uses a recovery code up, and with it the secret and all other codes: its user enrols again. */
  async function takeRecoveryCode(userId: number, code: string): Promise<boolean> {
    const hash = await store.findCode(userId, code.charAt(0));
    const isRight = await isPassword(hash ?? (await nobodysHash), code);
    return hash !== null && isRight && store.remove(userId);
  }

  return {
    read: store.read,
    remove: store.remove,

    isEnrolled: async (userId: number): Promise<boolean> => (await store.findSecret(userId)) !== null,

    /** Which factor a code shows; null where it is wrong, or was used before. */
    async take(userId: number, typed: string): Promise<"totp" | "recovery" | null> {
      const digits = typed.replace(/\s/g, "");
      if (/^\d{6}$/.test(digits)) return (await takeAppCode(userId, digits)) ? "totp" : null;
      const code = readRecoveryCode(typed);
      return code !== null && (await takeRecoveryCode(userId, code)) ? "recovery" : null;
    },

    /** A code of the app alone: a recovery code would take the app away. */
    takeAppCode,

    async offer(userId: number, userName: string): Promise<{ secret: string; uri: string }> {
      const secret = makeAppSecret();
      await store.offer(userId, secrets.seal(secret), new Date(now() + offerMs));
      return { secret, uri: appUri(secret, issuer, userName) };
    },

    /** The recovery codes of the secret that was offered; null where the code is none of it. */
    async enrol(userId: number, code: string): Promise<string[] | null> {
      const sealed = await store.findOffer(userId, new Date(now()));
      const step = sealed === null ? null : findStep(secrets.open(sealed), code, now());
      if (sealed === null || step === null) return null;
      const made = await makeCodes();
      await store.enrol(userId, { secret: sealed, step, codes: made.hashed });
      return made.shown;
    },

    /** New recovery codes; null where no app is enrolled. */
    async renewCodes(userId: number): Promise<string[] | null> {
      const made = await makeCodes();
      return (await store.replaceCodes(userId, made.hashed)) ? made.shown : null;
    },
  };
}

async function makeCodes() {
  const shown = makeRecoveryCodes();
  const hashed: { mark: string; hash: string }[] = [];
  // One after the other: each costs 19 MB for its time.
  for (const code of shown) {
    const plain = code.replaceAll("-", "");
    hashed.push({ mark: plain.charAt(0), hash: await hashPassword(plain) });
  }
  return { shown, hashed };
}
