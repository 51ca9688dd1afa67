/*
 * Personal signatures of custody events: a passkey's assertion (WebAuthn level 3, 7.2) whose challenge is the SHA-256 of
 * what the event says. It stands in the record itself, and nobody at the platform can make one for somebody else.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64, toBase64 } from "./base64.ts";
import { canonicalize } from "./canonical.ts";
import { isEcdsaSigned, p256 } from "./ecdsa.ts";
import { isEd25519Signed } from "./ed25519-verify.ts";
import { isRsaSigned } from "./rsa.ts";

/**
 * How a record is signed, as its member `signed`. `key`: ES256 the point, 65 bytes; EdDSA 32 bytes; RS256 an
 * RSAPublicKey in DER. Bytes are in base64. Without a passkey the platform attests who acted, and says by what.
 */
export type Signed =
  | {
      readonly by: "passkey";
      readonly alg: "ES256" | "EdDSA" | "RS256";
      readonly key: string;
      readonly clientData: string;
      readonly authenticatorData: string;
      readonly signature: string;
    }
  | { readonly by: "platform"; readonly factor: string };
export type PasskeySigned = Extract<Signed, { by: "passkey" }>;

type Members = { readonly [name: string]: unknown };

const signedKinds = new Set(["handover", "receive", "deposit", "takeOut", "test", "return", "destroy"]);
const signedSteps = new Set([
  ...["accepted", "supplement", "refused", "clientConfirmed", "institutionConfirmed"],
  ...["report", "recused", "destroyRequested"],
]);

/** Events of evidence that somebody answers for: what moves an item, uses it up, decides or confirms. */
export function asksForSignature(record: Members): boolean {
  if (typeof record["evidence"] !== "object" || record["evidence"] === null) return false;
  const { kind, condition } = record;
  return signedKinds.has(String(kind)) || (kind === "step" && signedSteps.has(String(condition)));
}

/**
 * What a person signs: the record without the platform's time and without the signature. It names the person and, in
 * `evidence.nth`, the how-manieth event of each thing it is, so it fits one place in the chain alone.
 */
export function textOfStatement({ time: _time, signed: _signed, ...statement }: Members): string {
  return canonicalize(statement);
}

/** The challenge that a passkey signs for a record, in base64url as WebAuthn has it. */
export function challengeOf(record: Members): string {
  return toBase64(sha256(utf8ToBytes(textOfStatement(record))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Undefined where a record lacks the member, or one of neither kind. */
export function readSigned(record: Members): Signed | undefined {
  const value = record["signed"];
  if (typeof value !== "object" || value === null) return undefined;
  const { by, factor, alg, key, clientData, authenticatorData, signature } = value as Members;
  if (by === "platform") return typeof factor === "string" ? { by, factor } : undefined;
  if (by !== "passkey" || (alg !== "ES256" && alg !== "EdDSA" && alg !== "RS256")) return undefined;
  if (typeof key !== "string" || typeof clientData !== "string") return undefined;
  if (typeof authenticatorData !== "string" || typeof signature !== "string") return undefined;
  return { by, alg, key, clientData, authenticatorData, signature };
}

/** The first 16 digits of the SHA-256 of a passkey's public key: short enough to be compared on paper. */
export function passkeyId(key: string): string {
  return bytesToHex(sha256(fromBase64(key) ?? new Uint8Array())).slice(0, 16);
}

const userPresent = 0x01;
const userVerified = 0x04;
const rpIdBytes = 32;

/** True where this passkey signed this record, with its user verified by the device. */
export function isPersonallySigned(record: Members, signed: PasskeySigned): boolean {
  try {
    const [key, client, authenticator, signature] = [
      ...[signed.key, signed.clientData, signed.authenticatorData, signed.signature].map(bytesOf),
    ];
    if (!key || !client || !authenticator || !signature) return false;
    const said: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(client));
    if (typeof said !== "object" || said === null) return false;
    const { type, challenge, origin } = said as Members;
    if (type !== "webauthn.get" || challenge !== challengeOf(record)) return false;
    const flags = authenticator[rpIdBytes] ?? 0;
    if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return false;
    if (!isOwnParty(authenticator.subarray(0, rpIdBytes), String(origin))) return false;
    const message = new Uint8Array([...authenticator, ...sha256(client)]);
    return isSigned(signed.alg, message, signature, key);
  } catch {
    return false; // bytes that are no key, no signature or no JSON
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === null) throw new RangeError("no base64");
  return bytes;
}

/** The relying party of a passkey is the host of its page or a domain above it. */
function isOwnParty(hash: Uint8Array, origin: string): boolean {
  const labels = new URL(origin).hostname.split(".");
  return labels.some(
    (_, at) => bytesToHex(sha256(utf8ToBytes(labels.slice(at).join(".")))) === bytesToHex(hash),
  );
}

function isSigned(
  alg: PasskeySigned["alg"],
  message: Uint8Array,
  signature: Uint8Array,
  key: Uint8Array,
): boolean {
  if (alg === "EdDSA") return isEd25519Signed(signature, message, key);
  if (alg === "RS256") return isRsaSigned(sha256(message), signature, key);
  return isEcdsaSigned(p256, sha256(message), signature, key);
}
