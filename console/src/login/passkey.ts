import { plainCall, textOf } from "../api/plain-call.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { enter } from "./enter.ts";
import { type Faults, faultsOf } from "./refusal.ts";
import type { Texts } from "./texts.ts";

/** Why passkeys cannot be used here, as a sentence; null where they can. */
export function whyNoPasskey(facts: SiteConfig, texts: Texts): string | null {
  const origin = facts.publicUrl || `${location.protocol}//localhost${location.port && `:${location.port}`}`;
  const { hostname } = new URL(origin);
  if (/^[\d.]+$|^\[/.test(hostname)) return texts.passkeyNotOnIp;
  if (location.origin !== origin) return texts.passkeyElsewhere.replace("{url}", origin);
  if (!window.isSecureContext) return texts.passkeyNeedsHttps;
  return typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === "function"
    ? null
    : texts.passkeyOldBrowser;
}

let pending = new AbortController();
let isEntering = false;

/**
 * Logs in with a passkey: `conditional` waits among the browser's suggestions for the name until one is chosen, `optional`
 * asks at once. The first gives way to the second, until a passkey has been shown: a log-in under way is the only one,
 * since of two the token of one would meet the cookie of the other. Gives what went wrong; null where it was given up.
 */
export async function logInByPasskey(
  mediation: "conditional" | "optional",
  texts: Texts,
): Promise<Faults | null> {
  if (isEntering) return null;
  pending.abort();
  pending = new AbortController();
  const { signal } = pending;
  const offer = await plainCall("POST", "/passkey/options", {});
  if (signal.aborted) return null;
  const isSuggested = mediation === "conditional";
  if (offer.kind !== "ok") return isSuggested ? null : faultsOf(offer, [], texts);
  const credential = await ask(Reflect.get(offer.body, "data"), mediation, signal);
  if (credential === null) return isSuggested ? null : { form: texts.passkeyCancelled };
  isEntering = true;
  const answer = await plainCall("POST", "/passkey/login", { credential: credential.toJSON(), bind: true });
  isEntering = answer.kind === "ok";
  if (answer.kind !== "ok") return faultsOf(answer, [], texts);
  enter(textOf(answer.body, "token"));
  return null;
}

export async function canAutofill(): Promise<boolean> {
  return (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) === true;
}

async function ask(
  options: PublicKeyCredentialRequestOptionsJSON,
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<PublicKeyCredential | null> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const found = await navigator.credentials.get({ publicKey, mediation, signal });
    return found instanceof PublicKeyCredential ? found : null;
  } catch {
    return null; // closed by its user, timed out, or given up for another request
  }
}
