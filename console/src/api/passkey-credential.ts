/** Why passkeys cannot be used in this page; null where they can. `rpId` is the name that the server makes them for. */
export function passkeyObstacle(rpId: string): "ip" | "elsewhere" | "browser" | null {
  if (rpId === "") return "ip";
  const { hostname } = location;
  if (hostname !== rpId && !hostname.endsWith(`.${rpId}`)) return "elsewhere";
  const known = window.PublicKeyCredential;
  return window.isSecureContext && typeof known?.parseCreationOptionsFromJSON === "function"
    ? null
    : "browser";
}

/** Asks the browser for a new passkey; null where its user gave up, or it is there already. */
export async function createPasskey(options: object): Promise<RegistrationResponseJSON | null> {
  // The browser checks the form itself and throws where it is another.
  const asked = options as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  return made instanceof PublicKeyCredential ? (made.toJSON() as RegistrationResponseJSON) : null;
}

/** Asks the browser for one of the passkeys; null where its user gave up. */
export async function showPasskey(options: object): Promise<AuthenticationResponseJSON | null> {
  const asked = options as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const shown = await navigator.credentials.get({ publicKey }).catch(() => null);
  return shown instanceof PublicKeyCredential ? (shown.toJSON() as AuthenticationResponseJSON) : null;
}

/** Reports to the browser which passkeys of the account are left: it stops offering the others (Signal API). */
export async function signalPasskeys(account: {
  rpId: string;
  userId: string;
  allAcceptedCredentialIds: string[];
}): Promise<void> {
  const signal: unknown = Reflect.get(window.PublicKeyCredential ?? {}, "signalAllAcceptedCredentials");
  if (typeof signal !== "function") return;
  await Promise.resolve(signal.call(PublicKeyCredential, account)).catch(() => undefined); // a hint to the browser
}
