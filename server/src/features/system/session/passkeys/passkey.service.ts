import { randomBytes } from "node:crypto";
import type { Assertion, Registration } from "@tracewater/contract/system/passkeys";
import { AppError } from "../../../../platform/app-error.ts";
import type { Caller } from "../../../../platform/caller.ts";
import type { Db } from "../../../../platform/store/database.ts";
import { type ChallengeUse, createPasskeyStore, type PasskeyRow } from "./passkey.store.ts";
import { challengeIn, toSigned } from "./passkey-signature.ts";
import type { RelyingParty } from "./relying-party.model.ts";

export type PasskeyService = ReturnType<typeof createPasskeyService>;

/** The passkey that was shown, and when its challenge was made. */
type Shown = PasskeyRow & { askedAt: number };

const challengeMs = 300_000;
const logIn: ChallengeUse = { kind: "logIn", sessionId: null, act: "" };

/** What is asked of the browser to use a passkey; the person is verified by a PIN, a finger or the face. */
const request = { timeout: challengeMs, userVerification: "required" } as const;

/** Ed25519, P-256 and RSA with SHA-256, as COSE numbers them. */
const algorithms = [-8, -7, -257];

/** The library takes its time to load: with the first passkey that is shown. */
const loadLibrary = () => import("@simplewebauthn/server");

/** Passkeys: who has which, and whether one was shown. A passkey verifies its user and counts as both factors. */
export function createPasskeyService(options: {
  db: Db;
  /** Null where browsers refuse passkeys at the address of this server. */
  relyingParty: () => RelyingParty | null;
  now: () => number;
}) {
  const { now } = options;
  const store = createPasskeyStore(options.db);

  function party(): RelyingParty {
    const found = options.relyingParty();
    if (found === null) throw noPasskeysHere();
    return found;
  }

  async function makeChallenge(use: ChallengeUse): Promise<string> {
    const challenge = randomBytes(32).toString("base64url");
    const at = now();
    await store.addChallenge(challenge, use, new Date(at), new Date(at + challengeMs));
    return challenge;
  }

  /** The passkey that was shown, and when it was asked for; null where anything about it is wrong. */
  async function verify(given: Assertion, use: ChallengeUse): Promise<Shown | null> {
    const { id: rpId, origin } = party();
    const { verifyAuthenticationResponse } = await loadLibrary();
    const known = await store.find(given.id);
    let expiresAt: Date | null = null;
    const take = async (challenge: string) => {
      expiresAt = await store.takeChallenge(challenge, use, new Date(now()));
      return expiresAt !== null;
    };
    if (known === undefined || !isHandleOf(known, given)) return null;
    const { credentialId: id, publicKey, counter } = known;
    const verified = await verifyAuthenticationResponse({
      response: toAuthentication(given),
      expectedChallenge: take,
      ...{ expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }).catch(() => null);
    if (verified?.verified !== true || expiresAt === null) return null;
    const askedAt = Number(expiresAt) - challengeMs;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    const isUsed = await store.use(known.id, newCounter, credentialBackedUp, new Date(now()));
    return isUsed ? { ...known, askedAt } : null;
  }

  return {
    rpId: (): string => options.relyingParty()?.id ?? "",
    listOf: store.listOf,
    remove: store.remove,
    rename: store.rename,
    removeAll: store.removeAll,

    async offerLogIn() {
      return { ...request, rpId: party().id, challenge: await makeChallenge(logIn), allowCredentials: [] };
    },

    /** Whose passkey was shown; null where it is none of this server, or was not shown rightly. */
    async proveLogIn(given: Assertion): Promise<{ userId: number } | null> {
      return verify(given, logIn);
    },

    async offerConfirmation(caller: Caller, act: string) {
      const { id: rpId } = party();
      const own = await store.listOf(caller.userId);
      if (own.length === 0) throw noPasskey();
      const challenge = await makeChallenge(toConfirm(caller, act));
      return { ...request, rpId, challenge, allowCredentials: own.map(describe) };
    },

    async confirms(caller: Caller, act: string, given: Assertion): Promise<boolean> {
      const shown = await verify(given, toConfirm(caller, act));
      return shown?.userId === caller.userId;
    },

    /** What to ask the browser for to sign an event whose challenge this is, as it was at that moment. */
    async offerSignature(caller: Caller, act: string, challenge: string, askedAt: number) {
      const { id: rpId } = party();
      const expiresAt = new Date(askedAt + challengeMs);
      await store.addChallenge(challenge, toSign(caller, act), new Date(now()), expiresAt);
      return {
        ...request,
        rpId,
        challenge,
        allowCredentials: (await store.listOf(caller.userId)).map(describe),
      };
    },

    /** The signature that the caller's own passkey made for this act, over what and when asked; null where it is wrong. */
    async showSignature(caller: Caller, act: string, given: Assertion) {
      const shown = await verify(given, toSign(caller, act));
      if (shown?.userId !== caller.userId) return null;
      const { askedAt, publicKey } = shown;
      return { challenge: challengeIn(given), askedAt, signed: await toSigned(publicKey, given) };
    },

    async offerRegistration(caller: Caller) {
      const rp = party();
      const handle = await store.ensureHandle(caller.userId, randomBytes(32));
      return {
        rp: { id: rp.id, name: "Tracewater" },
        user: { id: handle.toString("base64url"), name: caller.userName, displayName: caller.nickName },
        challenge: await makeChallenge(toRegister(caller)),
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: (await store.listOf(caller.userId)).map(describe),
        authenticatorSelection: {
          ...{ residentKey: "required", requireResidentKey: true, userVerification: "required" },
        },
        ...{ timeout: challengeMs, attestation: "none" },
      };
    },

    /** The new passkey's number; throws where it was not made for this session, address and user. */
    async add(caller: Caller, name: string, given: Registration): Promise<number> {
      const { id: rpId, origin } = party();
      const { verifyRegistrationResponse } = await loadLibrary();
      const take = async (challenge: string) =>
        (await store.takeChallenge(challenge, toRegister(caller), new Date(now()))) !== null;
      const verified = await verifyRegistrationResponse({
        response: toRegistration(given),
        expectedChallenge: take,
        ...{ expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true },
        supportedAlgorithmIDs: algorithms,
      }).catch(() => null);
      if (verified?.verified !== true) throw notRegistered();
      const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
      const id = await store.add({
        ...{ userId: caller.userId, credentialId: credential.id, name, aaguid },
        ...{ publicKey: Buffer.from(credential.publicKey), counter: credential.counter },
        transports: given.response.transports,
        ...{ syncable: credentialDeviceType === "multiDevice", backedUp: credentialBackedUp },
      });
      if (id === undefined) throw tooMany();
      return id;
    },
  };
}

const toSign = ({ sessionId }: Caller, act: string): ChallengeUse => ({ kind: "sign", sessionId, act });
const toRegister = ({ sessionId }: Caller): ChallengeUse => ({ kind: "register", sessionId, act: "" });
const toConfirm = ({ sessionId }: Caller, act: string): ChallengeUse => ({ kind: "confirm", sessionId, act });

const describe = ({ credentialId: id, transports }: PasskeyRow) => ({ type: "public-key", id, transports });

/** A passkey that names its user names the one it was made for. */
function isHandleOf(known: PasskeyRow, given: Assertion): boolean {
  const { userHandle } = given.response;
  return !userHandle || userHandle === known.handle.toString("base64url");
}

/** As the library reads it: what is not there is left out. */
function toAuthentication({ id, rawId, type, response }: Assertion) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type, clientExtensionResults: {} },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  };
}

function toRegistration({ id, rawId, type, response }: Registration) {
  const { clientDataJSON, attestationObject } = response;
  return {
    ...{ id, rawId, type, clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject },
  };
}

function noPasskeysHere(): AppError {
  return new AppError("refused", {
    en: "Browsers do not allow passkeys on an IP address. Open this server by its name.",
    zh: "浏览器不支持在 IP 地址下使用通行密钥，请通过域名访问本服务器。",
  });
}

function noPasskey(): AppError {
  return new AppError("notFound", { en: "You have no passkey.", zh: "您尚未添加通行密钥。" });
}

function notRegistered(): AppError {
  return new AppError("refused", {
    en: "The passkey could not be verified. Open the page by the server's address and try again.",
    zh: "通行密钥校验未通过，请通过服务器地址打开页面后重试。",
  });
}

function tooMany(): AppError {
  return new AppError("conflict", {
    en: "This passkey is registered already, or you have 20 of them. Remove one first.",
    zh: "该通行密钥已添加，或数量已达 20 个上限，请先移除不用的通行密钥。",
  });
}
