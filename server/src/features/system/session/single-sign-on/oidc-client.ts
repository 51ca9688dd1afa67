import { AppError } from "../../../../platform/app-error.ts";
import type { SignOnProvider } from "./provider-config.ts";

/** Who somebody is at a provider, as its signed ID token says. */
export type Identity = {
  issuer: string;
  subject: string;
  /** The provider's session, which its log-out names. */
  sid: string | null;
  name: string;
  email: string;
  /** The provider reports a second factor, by the values that are configured for it. */
  hasSecondFactor: boolean;
};

type Challenge = { state: string; nonce: string; verifier: string };

/** Who is to be logged out: a session of the provider, or all of a person. */
export type LogOutOrder = { issuer: string; subject: string | null; sid: string | null; at: Date };

const timeoutS = 5;
const logOutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** The library is loaded with the first use. */
const loadLibrary = () => import("openid-client");

/** Asked for each log-in: keys that were changed count at once, and a provider that is away is known to be. */
async function discover(provider: SignOnProvider) {
  const client = await loadLibrary();
  const isPlain = new URL(provider.issuer).protocol === "http:";
  try {
    const config = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      provider.clientSecret,
      client.ClientSecretBasic(provider.clientSecret),
      { timeout: timeoutS, ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}) },
    );
    // The signature of the ID token is checked, although it comes straight from the provider.
    client.enableNonRepudiationChecks(config);
    return { client, config };
  } catch {
    throw providerAway(provider);
  }
}

export async function makeChallenge(): Promise<Challenge> {
  const client = await loadLibrary();
  return {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
}

/** Where the browser goes: code flow with PKCE (RFC 7636, S256), state and nonce. */
export async function authorizationUrl(
  provider: SignOnProvider,
  redirectUri: string,
  challenge: Challenge,
): Promise<string> {
  const { client, config } = await discover(provider);
  const url = client.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: provider.scope },
    ...{ state: challenge.state, nonce: challenge.nonce },
    code_challenge: await client.calculatePKCECodeChallenge(challenge.verifier),
    code_challenge_method: "S256",
  });
  return url.href;
}

/** Who came back; null where anything about the answer, the code or the ID token is wrong. */
export async function exchange(
  provider: SignOnProvider,
  answered: URL,
  challenge: Challenge,
): Promise<Identity | null> {
  const { client, config } = await discover(provider);
  try {
    const tokens = await client.authorizationCodeGrant(config, answered, {
      pkceCodeVerifier: challenge.verifier,
      expectedState: challenge.state,
      expectedNonce: challenge.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    return claims === undefined ? null : toIdentity(provider, claims);
  } catch (error) {
    if (error instanceof TypeError || isTimeout(error)) throw providerAway(provider);
    return null;
  }
}

/** What a log-out token orders (Back-Channel Logout 1.0, 2.6); null where it is none of this provider. */
export async function readLogOut(provider: SignOnProvider, token: string): Promise<LogOutOrder | null> {
  const { createRemoteJWKSet, decodeJwt, jwtVerify } = await import("jose");
  try {
    const { iss, aud } = decodeJwt(token);
    if (iss !== provider.issuer || ![aud].flat().includes(provider.clientId)) return null;
    const { config } = await discover(provider);
    const { jwks_uri: keys = "" } = config.serverMetadata();
    const { payload } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(keys), { timeoutDuration: timeoutS * 1000 }),
      {
        ...{ issuer: provider.issuer, audience: provider.clientId },
        ...{ maxTokenAge: 120, clockTolerance: 30, requiredClaims: ["iat", "jti", "events"] },
      },
    );
    const { events, nonce, sub, sid, iat = 0 } = payload;
    const isOrder = typeof events === "object" && events !== null && logOutEvent in events;
    if (!isOrder || nonce !== undefined) return null;
    const of = { subject: sub ?? null, sid: typeof sid === "string" ? sid : null };
    if (of.subject === null && of.sid === null) return null;
    return { issuer: provider.issuer, ...of, at: new Date(iat * 1000) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null;
  }
}

function toIdentity(provider: SignOnProvider, claims: Record<string, unknown>): Identity {
  const textOf = (key: string) => {
    const value = claims[key];
    return typeof value === "string" ? value : "";
  };
  const levels = [claims["acr"], claims["amr"]].flat();
  return {
    issuer: textOf("iss"),
    subject: textOf("sub"),
    sid: textOf("sid") || null,
    name: (textOf("name") || textOf("preferred_username")).slice(0, 100),
    email: textOf("email").slice(0, 200),
    hasSecondFactor: provider.secondFactor.some((one) => levels.includes(one)),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /Timeout|Abort/.test(`${error.name} ${String(error.cause)}`);
}

function providerAway({ name }: SignOnProvider): AppError {
  return new AppError("refused", {
    en: `${name.en} cannot be reached at the moment. Try again later, or log in with your password or passkey.`,
    zh: `暂时无法连接${name.zh}，请稍后重试，或使用密码、通行密钥登录。`,
  });
}
