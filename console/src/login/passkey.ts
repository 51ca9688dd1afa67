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

let pending: AbortController | null = null;
let isEntering = false;

/**
 * Logs in with a passkey: `autofill` waits among the browser's suggestions for the name until one is chosen, `modal` asks
 * at once. The first gives way to the second, until a passkey has been shown: a log-in under way is the only one, since
 * of two the token of one would meet the cookie of the other. Gives what went wrong; null where it was given up.
 */
export async function logInByPasskey(how: "autofill" | "modal", texts: Texts): Promise<Faults | null> {
  if (isEntering) return null;
  pending?.abort();
  const abort = new AbortController();
  pending = abort;
  const offer = await plainCall("POST", "/passkey/options", {});
  if (abort.signal.aborted) return null;
  if (offer.kind !== "ok") return how === "autofill" ? null : faultsOf(offer, [], texts);
  const credential = await ask(Reflect.get(offer.body, "data"), how, abort.signal);
  if (abort.signal.aborted) return null;
  if (credential === null) return how === "autofill" ? null : { form: texts.passkeyCancelled };
  isEntering = true;
  const answer = await plainCall("POST", "/passkey/login", { credential: credential.toJSON(), bind: true });
  if (answer.kind === "ok") {
    enter(textOf(answer.body, "token"));
    return null;
  }
  isEntering = false;
  return faultsOf(answer, [], texts);
}

export async function canAutofill(): Promise<boolean> {
  return (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) === true;
}

async function ask(
  options: PublicKeyCredentialRequestOptionsJSON,
  how: "autofill" | "modal",
  signal: AbortSignal,
): Promise<PublicKeyCredential | null> {
  try {
    const found = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      mediation: how === "autofill" ? "conditional" : "optional",
      signal,
    });
    return found instanceof PublicKeyCredential ? found : null;
  } catch {
    return null; // closed by its user, timed out, or given up for another request
  }
}
