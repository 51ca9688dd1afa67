import { expect, test } from "vitest";
import { networkOf, readAddressList } from "./network-address.ts";

test.each([
  ["10.0.0.7", "10.0.0.7"],
  ["::ffff:10.0.0.7", "10.0.0.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("a list holds addresses, networks and the named ranges, in both families", () => {
  const isListed = readAddressList("10.0.0.0/8, 192.0.2.7,loopback,2001:db8::/32");
  const tried = ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "127.0.0.9", "::1", "2001:db8::9"];
  expect(tried.filter((address) => isListed?.(address))).toEqual(tried);
  expect(["11.0.0.1", "192.0.2.8", "2001:db9::1", "", "proxy"].filter((one) => isListed?.(one))).toEqual([]);
});

test.each(["proxy.lan", "10.0.0.0/33", "10.0.0.0/x", "10.0.0", "constructor"])(
  "%s is no address",
  (entry) => {
    expect(readAddressList(entry)).toBeNull();
  },
);
