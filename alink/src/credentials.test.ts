import { expect, test } from "vitest";
import { isSignedBy, readConnectIdentity, signConnect } from "./credentials.ts";

const clientId = "pk.dn|timestamp=2524608000000,_v=sdk-c-3.0.1,securemode=3,signmethod=hmacsha256,lan=C|";

test("reads a clientId with its options in any order, unknown ones ignored", () => {
  expect(readConnectIdentity(clientId, "dn&pk")).toEqual({
    id: "pk.dn",
    productKey: "pk",
    deviceName: "dn",
    signMethod: "sha256",
    timestamp: "2524608000000",
    sdkVersion: "sdk-c-3.0.1",
  });
});

test("reads the options of the older JS SDK, which breaks its lines", () => {
  const broken = "pk&dn|securemode=3,\n        signmethod=hmacsha1,\n        timestamp=1700000000000|";
  expect(readConnectIdentity(broken, "dn&pk")).toMatchObject({
    id: "pk&dn",
    signMethod: "sha1",
    timestamp: "1700000000000",
  });
});

test("accepts an upper-case password and refuses another secret's", () => {
  const identity = readConnectIdentity(clientId, "dn&pk");
  if (identity === null) throw new Error("not read");
  const password = signConnect(identity, "secret").toUpperCase();
  expect(isSignedBy(identity, password, "secret")).toBe(true);
  expect(isSignedBy(identity, password, "other")).toBe(false);
  expect(isSignedBy(identity, "", "secret")).toBe(false);
});

test("refuses names that are not of the Alink shape", () => {
  expect(readConnectIdentity("plain", "dn&pk")).toBeNull();
  expect(readConnectIdentity("a|securemode=3|", "nobody")).toBeNull();
  expect(readConnectIdentity("a|signmethod=plain|", "dn&pk")).toBeNull();
});
