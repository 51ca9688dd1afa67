/*
 * ECDSA over P-256 and P-384 (FIPS 186-5, 6.4.2): verifying alone, in the numbers of the language. Nothing here is secret, so
 * nothing has to take the same time; a library for curves would make the page of evidence files twice as large.
 */
import { childrenOf, derTags, expectTag, readDer, toBigInt } from "./der.ts";

/** y2 = x3 - 3x + b over the field of p, with a base point of order n. */
type Curve = { p: bigint; b: bigint; n: bigint; x: bigint; y: bigint; bytes: number };
/** Jacobian coordinates: x / z2 and y / z3; the point at infinity has z = 0. */
type Point = { x: bigint; y: bigint; z: bigint };

export const p256: Curve = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  bytes: 32,
};
export const p384: Curve = {
  p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
  b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  n: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
  y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
  bytes: 48,
};

/** `signature` in DER, `key` as an uncompressed point. Throws a RangeError where one of them is malformed. */
export function isEcdsaSigned(
  curve: Curve,
  hash: Uint8Array,
  signature: Uint8Array,
  key: Uint8Array,
): boolean {
  const { n, bytes } = curve;
  const numbers = childrenOf(readDer(signature, derTags.sequence).bytes);
  const [r = 0n, s = 0n] = numbers.map((one) => toBigInt(expectTag(one, derTags.integer).bytes));
  const point = readPoint(curve, key);
  if (numbers.length !== 2 || point === null || r <= 0n || r >= n || s <= 0n || s >= n) return false;
  const e = toBigInt(hash.subarray(0, bytes));
  const inverse = power(s, n - 2n, n);
  const sum = multiplyBoth(curve, (e * inverse) % n, (r * inverse) % n, point);
  return sum.z !== 0n && affineX(curve, sum) % n === r;
}

/** Null where it is no point of the curve. */
function readPoint({ p, b, bytes }: Curve, key: Uint8Array): Point | null {
  if (key.length !== 1 + 2 * bytes || key[0] !== 4) return null;
  const x = toBigInt(key.subarray(1, 1 + bytes));
  const y = toBigInt(key.subarray(1 + bytes));
  if (x >= p || y >= p) return null;
  return (y * y - (x * x * x - 3n * x + b)) % p === 0n ? { x, y, z: 1n } : null;
}

/** u times the base point plus v times a point, bit by bit of both at once. */
function multiplyBoth(curve: Curve, u: bigint, v: bigint, point: Point): Point {
  const base = { x: curve.x, y: curve.y, z: 1n };
  const both = add(curve, base, point);
  let sum: Point = { x: 1n, y: 1n, z: 0n };
  const [first, second] = [u, v].map((one) => one.toString(2).padStart(curve.bytes * 8, "0"));
  for (let bit = 0; bit < curve.bytes * 8; bit += 1) {
    sum = double(curve, sum);
    const [isFirst, isSecond] = [first?.[bit] === "1", second?.[bit] === "1"];
    if (isFirst && isSecond) sum = add(curve, sum, both);
    else if (isFirst) sum = add(curve, sum, base);
    else if (isSecond) sum = add(curve, sum, point);
  }
  return sum;
}

/** dbl-2001-b of the Explicit-Formulas Database, for a = -3. */
function double({ p }: Curve, { x, y, z }: Point): Point {
  if (z === 0n) return { x, y, z };
  const delta = (z * z) % p;
  const gamma = (y * y) % p;
  const beta = (x * gamma) % p;
  const alpha = (3n * (x - delta) * (x + delta)) % p;
  const x3 = (alpha * alpha - 8n * beta) % p;
  const z3 = ((y + z) * (y + z) - gamma - delta) % p;
  const y3 = (alpha * (4n * beta - x3) - 8n * gamma * gamma) % p;
  return { x: positive(x3, p), y: positive(y3, p), z: positive(z3, p) };
}

/** add-2007-bl of the Explicit-Formulas Database. */
function add(curve: Curve, one: Point, other: Point): Point {
  const { p } = curve;
  if (one.z === 0n) return other;
  if (other.z === 0n) return one;
  const z1 = (one.z * one.z) % p;
  const z2 = (other.z * other.z) % p;
  const u1 = (one.x * z2) % p;
  const s1 = (one.y * other.z * z2) % p;
  const h = positive(other.x * z1 - u1, p);
  const r = positive(2n * (other.y * one.z * z1 - s1), p);
  if (h === 0n) return r === 0n ? double(curve, one) : { x: 1n, y: 1n, z: 0n };
  const i = (4n * h * h) % p;
  const j = (h * i) % p;
  const v = (u1 * i) % p;
  const x = positive(r * r - j - 2n * v, p);
  const y = positive(r * (v - x) - 2n * s1 * j, p);
  return { x, y, z: positive(((one.z + other.z) ** 2n - z1 - z2) * h, p) };
}

function affineX({ p }: Curve, { x, z }: Point): bigint {
  const inverse = power(z, p - 2n, p);
  return (x * inverse * inverse) % p;
}

function positive(value: bigint, p: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}
