import { createHmac, timingSafeEqual } from "node:crypto";

/** What an Alink CONNECT packet carries: clientId `{id}|k=v,...|`, username `{deviceName}&{productKey}`. */
export type ConnectIdentity = {
  id: string;
  productKey: string;
  deviceName: string;
  signMethod: SignMethod;
  /** As sent, not read as a clock: the C SDK sends a fixed moment in 2050. */
  timestamp: string | null;
  /** The C SDK names itself here; shown in the device's connection attempts. */
  sdkVersion: string | null;
};

export type SignMethod = "md5" | "sha1" | "sha256";

// A map: the name comes from outside, and an object also answers to `constructor`.
const signMethods = new Map<string, SignMethod>([
  ["hmacmd5", "md5"],
  ["hmacsha1", "sha1"],
  ["hmacsha256", "sha256"],
]);

/** The digest that a device names in its CONNECT or its registration; undefined for a name that is none. */
export function digestOf(signMethod: string): SignMethod | undefined {
  return signMethods.get(signMethod.toLowerCase());
}

/** Reads clientId and username of a CONNECT; null where they are not of the Alink shape. */
export function readConnectIdentity(clientId: string, username: string): ConnectIdentity | null {
  const ampersand = username.lastIndexOf("&");
  if (ampersand <= 0 || ampersand === username.length - 1) return null;
  const bar = clientId.indexOf("|");
  if (bar <= 0) return null;
  const deviceName = username.slice(0, ampersand);
  const productKey = username.slice(ampersand + 1);
  if (!isPlainName(deviceName) || !isPlainName(productKey)) return null;
  const options = readOptions(clientId.slice(bar + 1));
  const signMethod = digestOf(options.get("signmethod") ?? "hmacsha1");
  if (signMethod === undefined) return null;
  const version = options.get("_v") ?? "";
  return {
    id: clientId.slice(0, bar),
    deviceName,
    productKey,
    signMethod,
    timestamp: options.get("timestamp") ?? null,
    sdkVersion: isPlainName(version) ? version : null,
  };
}

/** What a CONNECT says goes into the database and its searches: no control characters, nothing that is no text. */
function isPlainName(name: string): boolean {
  return /^[\x21-\x7e]{1,64}$/.test(name);
}

/** The hex password of a CONNECT: HMAC over the named parts in Alink's fixed order. */
export function signConnect(identity: ConnectIdentity, deviceSecret: string): string {
  const stamp = identity.timestamp === null ? "" : `timestamp${identity.timestamp}`;
  const text = `clientId${identity.id}deviceName${identity.deviceName}productKey${identity.productKey}${stamp}`;
  return createHmac(identity.signMethod, deviceSecret).update(text).digest("hex");
}

/** Compares without regard to letter case (the C SDK sends upper-case hex) and in constant time. */
export function isSignedBy(identity: ConnectIdentity, password: string, deviceSecret: string): boolean {
  const expected = Buffer.from(signConnect(identity, deviceSecret));
  const given = Buffer.from(password.toLowerCase());
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readOptions(text: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const pair of text.replace(/\|\s*$/, "").split(",")) {
    const equals = pair.indexOf("=");
    // The older JS SDK breaks the line after each comma.
    if (equals > 0) options.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
  }
  return options;
}
