import {
  addPasskey,
  logInByPasskey,
  offerPasskey,
  offerPasskeyLogIn,
} from "@tracewater/contract/system/passkeys";
import { createAuthenticator, type Spoilt, type TestKeys } from "./test-authenticator.ts";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Where browsers open a platform under test. */
export function originOf(platform: TestPlatform): string {
  return `http://localhost:${new URL(platform.url).port}`;
}

/** A passkey of the session's user; `keys` are those of another passkey, as if its memory had been read out. */
export async function addTestPasskey(
  platform: TestPlatform,
  session: Session,
  name = "Laptop",
  keys?: TestKeys,
) {
  const authenticator = createAuthenticator(originOf(platform), keys);
  const { data } = await platform.call(offerPasskey, {}, session);
  const credential = authenticator.register(data);
  const added = await platform.call(addPasskey, { body: { name, credential } }, session);
  return { ...authenticator, passkeyId: added.data.passkeyId };
}

type Signs = {
  sign(options: unknown, spoilt?: Spoilt): ReturnType<ReturnType<typeof createAuthenticator>["sign"]>;
};

/** A log-in with it; `spoilt` is what is wrong with the answer. */
export async function logInWith(platform: TestPlatform, authenticator: Signs, spoilt: Spoilt = {}) {
  const { data } = await platform.call(offerPasskeyLogIn, {}, null);
  const credential = authenticator.sign(data, spoilt);
  return platform.ask(logInByPasskey, { body: { credential } }, null);
}
