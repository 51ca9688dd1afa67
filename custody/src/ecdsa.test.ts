import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { isEcdsaSigned, p256, p384 } from "./ecdsa.ts";
import { isEd25519Signed } from "./ed25519-verify.ts";
import { isRsaSigned } from "./rsa.ts";

const hashOf = (name: string, bytes: Uint8Array) => new Uint8Array(createHash(name).update(bytes).digest());
const flipped = (bytes: Uint8Array, at: number) =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

test.each([
  ["P-256", p256, "sha256"],
  ["P-256", p256, "sha384"],
  ["P-384", p384, "sha384"],
  ["P-384", p384, "sha256"],
] as const)("a signature over %s is judged as OpenSSL made it", (namedCurve, curve, hash) => {
  for (let round = 0; round < 12; round += 1) {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const key = new Uint8Array([4, ...Buffer.from(x, "base64url"), ...Buffer.from(y, "base64url")]);
    const message = new Uint8Array([round, 7, 9]);
    const signature = new Uint8Array(sign(hash, message, privateKey));
    const digest = hashOf(hash, message);
    expect(isEcdsaSigned(curve, digest, signature, key)).toBe(true);
    expect(isEcdsaSigned(curve, flipped(digest, 3), signature, key)).toBe(false);
    expect(isEcdsaSigned(curve, digest, flipped(signature, signature.length - 5), key)).toBe(false);
    expect(isEcdsaSigned(curve, digest, signature, flipped(key, 20)), "no point of the curve").toBe(false);
  }
});

test("a signature whose numbers are 0 or the order of the curve is none", () => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = new Uint8Array([4, ...Buffer.from(x, "base64url"), ...Buffer.from(y, "base64url")]);
  const order = Buffer.from(p256.n.toString(16), "hex");
  const zero = [0x30, 6, 2, 1, 0, 2, 1, 0];
  const whole = [0x30, 70, 2, 33, 0, ...order, 2, 33, 0, ...order];
  for (const signature of [zero, whole])
    expect(isEcdsaSigned(p256, new Uint8Array(32), new Uint8Array(signature), key)).toBe(false);
  expect(() => isEcdsaSigned(p256, new Uint8Array(32), new Uint8Array([1, 2]), key)).toThrow(RangeError);
});

test.each([2048, 3072])("an RSA signature of %d bits is judged as OpenSSL made it", (modulusLength) => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  const key = new Uint8Array(publicKey.export({ type: "pkcs1", format: "der" }));
  for (const hash of ["sha256", "sha384", "sha512"]) {
    const signature = new Uint8Array(sign(hash, Buffer.from("said"), privateKey));
    const digest = hashOf(hash, Buffer.from("said"));
    expect(isRsaSigned(digest, signature, key)).toBe(true);
    expect(isRsaSigned(flipped(digest, 0), signature, key)).toBe(false);
    expect(isRsaSigned(digest, flipped(signature, 9), key)).toBe(false);
    expect(isRsaSigned(digest, signature.subarray(1), key)).toBe(false);
  }
});

test("a padded hash is no RSA signature of a key whose exponent is 1", () => {
  const digest = hashOf("sha256", Buffer.from("said"));
  const info = Buffer.concat([Buffer.from("3031300d060960864801650304020105000420", "hex"), digest]);
  const padded = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.alloc(256 - 3 - info.length, 0xff),
    Buffer.alloc(1),
    info,
  ]);
  const keyWith = (exponent: number) =>
    new Uint8Array([0x30, 0x82, 1, 8, 2, 0x82, 1, 1, 0, ...Buffer.alloc(256, 0xff), 2, 1, exponent]);
  for (const exponent of [1, 2]) expect(isRsaSigned(digest, padded, keyWith(exponent))).toBe(false);
});

test("an Ed25519 signature is judged as OpenSSL made it", () => {
  for (let round = 0; round < 12; round += 1) {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = new Uint8Array(Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"));
    const message = new Uint8Array(round * 40).fill(round);
    const signature = new Uint8Array(sign(null, message, privateKey));
    expect(isEd25519Signed(signature, message, key)).toBe(true);
    expect(isEd25519Signed(signature, new Uint8Array([...message, 1]), key)).toBe(false);
    for (const at of [0, 31, 32, 63])
      expect(isEd25519Signed(flipped(signature, at), message, key)).toBe(false);
    expect(isEd25519Signed(signature, message, flipped(key, 4))).toBe(false);
    // The same number once more around the order of the curve (RFC 8032, 5.1.7) is no signature.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    let s = BigInt(`0x${Buffer.from(signature.slice(32).reverse()).toString("hex")}`) + order;
    const malleable = signature.slice();
    for (let at = 32; at < 64; at += 1, s >>= 8n) malleable[at] = Number(s & 0xffn);
    expect(isEd25519Signed(malleable, message, key)).toBe(false);
  }
});
