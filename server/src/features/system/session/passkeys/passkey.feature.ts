import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from "@tracewater/contract/system/passkeys";
import { AppError, notFound } from "../../../../platform/app-error.ts";
import type { Caller } from "../../../../platform/caller.ts";
import { ownAccount } from "../../../../platform/http/audit-change.ts";
import type { Serve } from "../../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../../platform/moments.ts";
import type { SecurityMail, SecurityNotice } from "../../security-mail.store.ts";
import type { SessionService } from "../session.service.ts";
import type { PasskeyService } from "./passkey.service.ts";
import type { PasskeyRow } from "./passkey.store.ts";

/** One's own passkeys. Adding and removing one ends all other sessions of its user. */
export function servePasskeys(
  serve: Serve,
  parts: {
    passkeys: PasskeyService;
    sessions: SessionService;
    mail: SecurityMail;
    print: PrintMoment;
    /** Throws where the platform needs this user's passkey. */
    requireKeyOf: (userId: number) => Promise<void>;
  },
): void {
  const { passkeys, sessions, mail, print } = parts;

  async function endOthers(caller: Caller, notice: SecurityNotice): Promise<void> {
    await sessions.endAllOf([caller.userId], caller.sessionId);
    await mail.notify(caller.userId, notice);
  }

  const toShown = (row: PasskeyRow) => ({
    ...{ passkeyId: row.id, name: row.name, credentialId: row.credentialId, backedUp: row.backedUp },
    createTime: print(row.createdAt),
    lastUsedTime: row.lastUsedAt === null ? null : print(row.lastUsedAt),
  });

  serve.forCaller(listPasskeys, async (_input, caller) => {
    const own = await passkeys.listOf(caller.userId);
    return {
      data: own.map(toShown),
      rpId: passkeys.rpId(),
      userHandle: own[0]?.handle.toString("base64url") ?? null,
    };
  });
  serve.forCaller(offerPasskey, async ({ audit }, caller) => {
    audit({ subject: ownAccount(caller) });
    return { data: await passkeys.offerRegistration(caller) };
  });
  serve.forCaller(addPasskey, async ({ body, audit }, caller) => {
    const passkeyId = await passkeys.add(caller, body.name, body.credential);
    await sessions.strengthen(caller, "passkey");
    audit({ subject: ownAccount(caller), after: { passkeyId, name: body.name } });
    await endOthers(caller, "passkeyAdded");
    return { data: { passkeyId } };
  });
  serve.forCaller(renamePasskey, async ({ body, audit }, caller) => {
    const before = await passkeys.rename(caller.userId, body.passkeyId, body.name);
    if (before === undefined) throw notFound(passkeyName);
    audit({ subject: ownAccount(caller), before: { name: before }, after: { name: body.name } });
    return {};
  });
  serve.forCaller(removePasskey, async ({ params, audit }, caller) => {
    const own = await passkeys.listOf(caller.userId);
    const isLast = own.length === 1 && own[0]?.id === params.id;
    if (isLast && caller.requiredFactor === "passkey") throw demanded();
    if (isLast) await parts.requireKeyOf(caller.userId);
    const name = await passkeys.remove(caller.userId, params.id);
    if (name === undefined) throw notFound(passkeyName);
    audit({ subject: ownAccount(caller), before: { passkeyId: params.id, name } });
    await endOthers(caller, "passkeyRemoved");
    return {};
  });
}

const passkeyName = { en: "passkey", zh: "通行密钥" };

function demanded(): AppError {
  return new AppError("refused", {
    en: "Your role requires a passkey. Add another one before you remove this one.",
    zh: "您的角色要求使用通行密钥，请先添加新的通行密钥再移除此项。",
  });
}
