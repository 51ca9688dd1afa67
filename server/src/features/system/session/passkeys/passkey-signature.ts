import type { Assertion } from "@tracewater/contract/system/passkeys";
import type { PasskeySigned } from "@tracewater/custody/personal-signature";
import { z } from "zod";

const clientData = z.object({ challenge: z.string() });

/** The challenge that an assertion answers; the assertion was verified before. */
export function challengeIn({ response }: Assertion): string {
  const text = Buffer.from(response.clientDataJSON, "base64url").toString("utf8");
  return clientData.parse(JSON.parse(text)).challenge;
}

/** A verified assertion with its public key (COSE) as a record of the chain keeps it. */
export async function toSigned(publicKey: Buffer, { response }: Assertion): Promise<PasskeySigned> {
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    ...{ by: "passkey", ...(await readKey(publicKey)), clientData: recode(clientDataJSON) },
    ...{ authenticatorData: recode(authenticatorData), signature: recode(signature) },
  };
}

const recode = (base64url: string): string => Buffer.from(base64url, "base64url").toString("base64");

async function readKey(publicKey: Buffer): Promise<Pick<PasskeySigned, "alg" | "key">> {
  const { cose, decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  const found = decodeCredentialPublicKey(new Uint8Array(publicKey));
  const { x, y, n, e } = cose.COSEKEYS;
  const bytes = (value: Uint8Array | undefined): Buffer => Buffer.from(value ?? []);
  if (cose.isCOSEPublicKeyEC2(found)) {
    const point = Buffer.concat([Buffer.from([4]), bytes(found.get(x)), bytes(found.get(y))]);
    return { alg: "ES256", key: point.toString("base64") };
  }
  if (cose.isCOSEPublicKeyRSA(found)) {
    const numbers = Buffer.concat([
      der(0x02, unsigned(bytes(found.get(n)))),
      der(0x02, unsigned(bytes(found.get(e)))),
    ]);
    return { alg: "RS256", key: der(0x30, numbers).toString("base64") };
  }
  if (cose.isCOSEPublicKeyOKP(found)) return { alg: "EdDSA", key: bytes(found.get(x)).toString("base64") };
  throw new Error("a passkey has a key of a kind that is not registered");
}

/** A positive INTEGER does not begin with a set bit. */
const unsigned = (value: Buffer): Buffer =>
  (value[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), value]) : value;

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
