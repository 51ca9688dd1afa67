import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

/** What a test may spoil of an answer. */
export type Spoilt = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
};

export type TestKeys = ReturnType<typeof createTestKeys>;
export const createTestKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

type Options = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id?: string } };

/**
 * An authenticator in software, for tests without a browser: P-256, discoverable, counting, attestation none (WebAuthn
 * level 3, 6.1 and 8.7). It signs whatever it is given, so that each check of the server can be met with a wrong answer.
 */
export function createAuthenticator(origin: string, keys: TestKeys = createTestKeys()) {
  const { publicKey, privateKey } = keys;
  const id = randomBytes(24);
  let counter = 0;
  let userHandle = Buffer.from("nobody").toString("base64url");

  return {
    id: id.toString("base64url"),

    /** A second copy of it, as if its memory had been read out. */
    clone: () => copy({ privateKey, id, origin, userHandle, counter }),

    register(options: unknown, spoilt: Spoilt = {}) {
      const asked = options as Options;
      userHandle = asked.user?.id ?? "";
      counter += 1;
      const rpId = spoilt.rpId ?? asked.rp?.id ?? "";
      const data = authenticatorData({
        rpId,
        counter: spoilt.counter ?? counter,
        flags: flagsOf(spoilt, 0x40),
      });
      const attested = Buffer.concat([data, Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)]);
      const attestationObject = Buffer.concat([
        ...[Buffer.from([0xa3]), text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0])],
        ...[text("authData"), bytes(attested)],
      ]);
      const clientDataJSON = clientData("webauthn.create", asked, origin, spoilt);
      return {
        ...described(id),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    sign(options: unknown, spoilt: Spoilt = {}) {
      counter += 1;
      return assert({ privateKey, id, origin, userHandle, counter }, options as Options, spoilt);
    },
  };
}

type Held = { privateKey: KeyObject; id: Buffer; origin: string; userHandle: string; counter: number };

function copy(held: Held) {
  let { counter } = held;
  return {
    sign(options: unknown) {
      counter += 1;
      return assert({ ...held, counter }, options as Options, {});
    },
  };
}

function assert(held: Held, asked: Options, spoilt: Spoilt) {
  const rpId = spoilt.rpId ?? asked.rpId ?? "";
  const data = authenticatorData({
    rpId,
    counter: spoilt.counter ?? held.counter,
    flags: flagsOf(spoilt, 0),
  });
  const clientDataJSON = clientData("webauthn.get", asked, held.origin, spoilt);
  const signed = Buffer.concat([data, sha256(clientDataJSON)]);
  return {
    ...described(held.id),
    response: {
      clientDataJSON: clientDataJSON.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign(
        "sha256",
        signed,
        createPrivateKey(held.privateKey.export({ type: "pkcs8", format: "pem" })),
      ).toString("base64url"),
      userHandle: held.userHandle,
    },
  };
}

function described(id: Buffer) {
  const name = id.toString("base64url");
  return { id: name, rawId: name, type: "public-key" as const, clientExtensionResults: {} };
}

/** User present, and verified unless that is spoilt. */
function flagsOf({ isVerified = true }: Spoilt, more: number): number {
  return 0x01 | (isVerified ? 0x04 : 0) | more;
}

function authenticatorData(of: { rpId: string; counter: number; flags: number }): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(of.counter);
  return Buffer.concat([sha256(Buffer.from(of.rpId)), Buffer.from([of.flags]), counted]);
}

function clientData(type: string, asked: Options, origin: string, spoilt: Spoilt): Buffer {
  const challenge = spoilt.challenge ?? asked.challenge;
  return Buffer.from(
    JSON.stringify({ type, challenge, origin: spoilt.origin ?? origin, crossOrigin: false }),
  );
}

/** A P-256 key as COSE writes it (RFC 9053, 7.1.1): `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, "base64url")));
  return Buffer.concat([head, Buffer.from([0x21]), left ?? head, Buffer.from([0x22]), right ?? head]);
}

/** CBOR: a text of up to 23 bytes, and a byte string of up to 65,535. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
function bytes(value: Buffer): Buffer {
  const head =
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.concat([Buffer.from([0x59]), uint16(value.length)]);
  return Buffer.concat([head, value]);
}
function uint16(value: number): Buffer {
  const written = Buffer.alloc(2);
  written.writeUInt16BE(value);
  return written;
}
function sha256(value: Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}
