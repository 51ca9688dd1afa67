/*
 * Ed25519 (RFC 8032, 5.1.7): verifying alone, in the numbers of the language. The page of evidence files signs nothing, and
 * nothing that it handles is secret; programs that sign use the library.
 */
import { sha512 } from "@noble/hashes/sha2.js";
import { power } from "./ecdsa.ts";

const p = 2n ** 255n - 19n;
/** The order of the base point. */
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const rootOfMinusOne = 19681161376707505956807079304988542015446066515923890162744021073123829784752n;
const bits = 256;

/** Extended coordinates: x / z, y / z and their product. */
type Point = { x: bigint; y: bigint; z: bigint; t: bigint };

const base = pointOf(
  15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  46316835694926478169428394003475163141307993866256225615783033603165251855960n,
);

/** False for everything that is no signature of this key. */
export function isEd25519Signed(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  if (signature.length !== 64 || key.length !== 32) return false;
  const said = signature.subarray(0, 32);
  const s = toNumber(signature.subarray(32));
  const point = readPoint(key);
  if (point === null || s >= order) return false;
  const k = toNumber(sha512(new Uint8Array([...said, ...key, ...message]))) % order;
  const minus = { ...point, x: positive(-point.x), t: positive(-point.t) };
  const found = writePoint(multiplyBoth(s, k, minus));
  return found.every((byte, at) => byte === said[at]);
}

function pointOf(x: bigint, y: bigint): Point {
  return { x, y, z: 1n, t: (x * y) % p };
}

/** Little-endian, as all numbers here are written. */
function toNumber(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = (value << 8n) | BigInt(bytes[at] ?? 0);
  return value;
}

/** RFC 8032, 5.1.3; null where the bytes are no point of the curve. */
function readPoint(bytes: Uint8Array): Point | null {
  const isOdd = ((bytes[31] ?? 0) & 0x80) !== 0;
  const y = toNumber(bytes) & (2n ** 255n - 1n);
  if (y >= p) return null;
  const u = positive(y * y - 1n);
  const v = (d * y * y + 1n) % p;
  let x = (u * v ** 3n * power((u * v ** 7n) % p, (p - 5n) / 8n, p)) % p;
  const square = (v * x * x) % p;
  if (square === positive(-u)) x = (x * rootOfMinusOne) % p;
  else if (square !== u) return null;
  if (x === 0n && isOdd) return null;
  return pointOf(((x & 1n) === 1n) === isOdd ? x : positive(-x), y);
}

function writePoint({ x, y, z }: Point): Uint8Array {
  const inverse = power(z, p - 2n, p);
  let value = (y * inverse) % p;
  if (((x * inverse) % p) & 1n) value |= 1n << 255n;
  return Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}

/** s times the base point plus k times a point, bit by bit of both at once. */
function multiplyBoth(s: bigint, k: bigint, point: Point): Point {
  const both = add(base, point);
  let sum: Point = { x: 0n, y: 1n, z: 1n, t: 0n };
  for (let bit = BigInt(bits - 1); bit >= 0n; bit -= 1n) {
    sum = add(sum, sum);
    const isFirst = (s >> bit) & 1n;
    const isSecond = (k >> bit) & 1n;
    if (isFirst && isSecond) sum = add(sum, both);
    else if (isFirst) sum = add(sum, base);
    else if (isSecond) sum = add(sum, point);
  }
  return sum;
}

/** RFC 8032, 5.1.4: complete, so that it doubles too. */
function add(one: Point, other: Point): Point {
  const a = ((one.y - one.x) * (other.y - other.x)) % p;
  const b = ((one.y + one.x) * (other.y + other.x)) % p;
  const c = (2n * d * ((one.t * other.t) % p)) % p;
  const e = b - a;
  const twice = 2n * one.z * other.z;
  const [f, g, h] = [twice - c, twice + c, b + a];
  return { x: positive(e * f), y: positive(g * h), z: positive(f * g), t: positive(e * h) };
}

function positive(value: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}
