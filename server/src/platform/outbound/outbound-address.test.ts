import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { type AllowedHosts, judgeHost, readAllowedHosts } from "./outbound-address.ts";

function allowing(text: string): AllowedHosts {
  const read = readAllowedHosts(text);
  if (!read.ok) throw new Error(read.entry);
  return read.hosts;
}

const nobody = allowing("");
const leading = (...addresses: string[]) => {
  return async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};

test.each([
  "127.0.0.1",
  "127.9.9.9",
  "0.0.0.0",
  "169.254.169.254",
  "100.100.100.200",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "0:0:0:0:0:ffff:7f00:1",
  "::127.0.0.1",
  "::7f00:1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "2002:a9fe:a9fe::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "fe80::1",
  "fe80::1%eth0",
  "ff02::1",
  "fd00:ec2::254",
])("%s cannot be opened", async (host) => {
  await expect(judgeHost(host, nobody)).rejects.toThrow("cannot be opened");
});

test.each(["10.1.2.3", "192.168.1.10", "203.0.113.9", "fd12:3456::1", "2001:db8::1"])(
  "%s may be opened: cameras are in private networks",
  async (host) => {
    expect((await judgeHost(host, nobody)).address).toBe(host);
  },
);

test("no address of this machine's own interfaces may be opened, in either notation", async () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address, family } of own) {
    await expect(judgeHost(address, nobody)).rejects.toThrow("cannot be opened");
    if (family === "IPv4") {
      await expect(judgeHost(`::ffff:${address}`, nobody)).rejects.toThrow("cannot be opened");
    }
  }
});

test("a name is judged by where it leads, and all of it has to be open", async () => {
  const inside = leading("192.168.1.10");
  expect(await judgeHost("camera.lan", nobody, inside)).toEqual({ address: "192.168.1.10", family: 4 });
  await expect(judgeHost("camera.lan", nobody, leading("127.0.0.1"))).rejects.toThrow(
    "camera.lan (127.0.0.1)",
  );
  await expect(judgeHost("camera.lan", nobody, leading("192.168.1.10", "::1"))).rejects.toThrow("(::1)");
  await expect(judgeHost("camera.lan", nobody, leading())).rejects.toThrow("cannot be resolved");
});

test("what the operator names is allowed: a name, an address, a network, and no more than that", async () => {
  const some = allowing("camera.lan, 127.0.0.1, fe80::/10");
  const at = leading("127.0.0.5");
  expect((await judgeHost("camera.lan", some, at)).address).toBe("127.0.0.5");
  expect((await judgeHost("127.0.0.1", some)).address).toBe("127.0.0.1");
  expect((await judgeHost("::ffff:127.0.0.1", some)).address).toBe("::ffff:127.0.0.1");
  expect((await judgeHost("fe80::7", some)).address).toBe("fe80::7");
  await expect(judgeHost("127.0.0.5", some)).rejects.toThrow("cannot be opened");
  await expect(judgeHost("other.lan", some, at)).rejects.toThrow("cannot be opened");
});

test.each(["10.0.0.0/33", "::1/129", "10.0.0/8", "a b", "http://x", "10.0.0.1/x"])(
  "%s is nothing that could be allowed",
  (text) => {
    expect(readAllowedHosts(`camera.lan,${text}`)).toEqual({ ok: false, entry: text });
  },
);
