import type { Assertion } from "@tracewater/contract/system/passkeys";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { type PersonalSigning, SignatureNeeded } from "../../../platform/custody/event-signing.ts";
import type { SigningMeans } from "../../../platform/custody/signing-means.ts";
import type { PasskeyService } from "./passkeys/passkey.service.ts";

export function createPersonalSigning(options: {
  passkeys: Pick<PasskeyService, "rpId" | "listOf" | "offerSignature" | "showSignature">;
  now: () => number;
}): PersonalSigning {
  const { passkeys, now } = options;

  async function meansOf(caller: Caller, act: string, given: Assertion | undefined): Promise<SigningMeans> {
    if (given !== undefined) {
      const shown = await passkeys.showSignature(caller, act, given);
      if (shown === null) throw wrongSignature;
      return { kind: "shown", ...shown };
    }
    const hasPasskey = passkeys.rpId() !== "" && (await passkeys.listOf(caller.userId)).length > 0;
    return hasPasskey
      ? { kind: "demanded", askedAt: now() }
      : { kind: "attested", factor: caller.factor, isConfirmed: caller.isConfirmed };
  }

  return {
    async sign(caller, asked, act) {
      const signing = await meansOf(caller, asked.act, asked.signature);
      try {
        return await act({ ...caller, signing });
      } catch (error) {
        if (!(error instanceof SignatureNeeded) || signing.kind !== "demanded") throw error;
        const { askedAt } = signing;
        throw signatureRequired(await passkeys.offerSignature(caller, asked.act, error.challenge, askedAt));
      }
    },
  };
}

function signatureRequired(options: object): AppError {
  return new AppError(
    "signatureRequired",
    { en: "Sign this step with your passkey.", zh: "请使用通行密钥签名。" },
    ...([[], null, options] as const),
  );
}

const wrongSignature = new AppError("refused", {
  en: "The signature was not accepted: it is not of your passkey, or its time is over. Nothing was recorded. Sign again.",
  zh: "签名未通过校验（非本人通行密钥或已超时），未作登记，请重新签名。",
});
