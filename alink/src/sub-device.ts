import { z } from "zod";
import type { ConnectIdentity, SignMethod } from "./credentials.ts";
import type { TopicOwner } from "./topics.ts";

/** What a gateway shows of a device behind it: signed with that device's own secret, as its CONNECT would be. */
export type SubDeviceClaim = { identity: ConnectIdentity; sign: string };

const name = z.string().regex(/^[\x21-\x7e]{1,64}$/);
const owner = z.object({ productKey: name, deviceName: name });

const claim = owner.extend({
  clientId: z.string().min(1).max(256),
  timestamp: z.union([z.string().max(20), z.number()]).optional(),
  /** `hmacsha1` of the JavaScript SDK, `hmacSha256` of the C SDK, `Sha256` of older ones. */
  signMethod: z.string().max(20).optional(),
  sign: z.string().min(1).max(128),
});

/** Reads one claim; null where it is none. `fallback` is the method of a list whose entries name none. */
export function readSubDeviceClaim(given: unknown, fallback = "hmacsha1"): SubDeviceClaim | null {
  const read = claim.safeParse(given);
  if (!read.success) return null;
  const { productKey, deviceName, clientId, timestamp, sign, signMethod = fallback } = read.data;
  const method = /^(?:hmac)?(md5|sha1|sha256)$/.exec(signMethod.toLowerCase())?.[1];
  if (method === undefined) return null;
  const identity = {
    id: clientId,
    productKey,
    deviceName,
    signMethod: method as SignMethod, // the pattern lets nothing else through
    timestamp: timestamp === undefined ? null : String(timestamp),
    sdkVersion: null,
  };
  return { identity, sign };
}

/** Claims of a list, at most `max`: an array, or `{deviceList, signMethod}` as the C SDK sends it; null otherwise. */
export function readSubDeviceClaims(given: unknown, max: number): SubDeviceClaim[] | null {
  const list = listIn(given, max);
  const method = z.object({ signMethod: z.string() }).safeParse(given).data?.signMethod;
  const claims = list?.map((one) => readSubDeviceClaim(one, method)) ?? null;
  return claims?.every((one) => one !== null) ? claims : null;
}

/** Devices by name alone, one or several. */
export function readSubDeviceNames(given: unknown, max: number): TopicOwner[] | null {
  const list = listIn(given, max) ?? [given];
  const names = z.array(owner).safeParse(list);
  return names.success ? names.data : null;
}

function listIn(given: unknown, max: number): unknown[] | null {
  const list = z.array(z.unknown()).min(1).max(max);
  const read = z.union([list, z.object({ deviceList: list })]).safeParse(given);
  if (!read.success) return null;
  return Array.isArray(read.data) ? read.data : read.data.deviceList;
}
