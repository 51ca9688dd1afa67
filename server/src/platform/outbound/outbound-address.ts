/*
 * Addresses that people give and the server then opens: cameras, webhooks. What counts is where a name leads at the
 * moment of the connection, so names are resolved here and whoever connects uses the address that was judged, never
 * the name again.
 */
import { lookup as systemLookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { Failure } from "../failure.ts";

/** What the operator allows beside the usual: names, addresses and networks. */
export type AllowedHosts = { isAllowed(host: string, address: string): boolean };

/** An address that may be opened. */
export type JudgedAddress = { address: string; family: 4 | 6 };

export type LookUp = (host: string) => Promise<readonly { address: string; family: number }[]>;

const lookUpAll: LookUp = (host) => systemLookup(host, { all: true });

/** This machine, the link it stands on (where clouds keep their metadata), nowhere, and everybody at once. */
const closed = new BlockList();
for (const [net, bits, family] of [
  ["0.0.0.0", 8, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["100.100.100.200", 32, "ipv4"],
  ["::", 128, "ipv6"],
  ["::1", 128, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
  ["fd00:ec2::254", 128, "ipv6"],
] as const) {
  closed.addSubnet(net, bits, family);
}

/** Reads a list such as `camera.lan, 127.0.0.1, 10.0.0.0/8`; the entry that is none of these otherwise. */
export function readAllowedHosts(
  text: string,
): { ok: true; hosts: AllowedHosts } | { ok: false; entry: string } {
  const nets = new BlockList();
  const names = new Set<string>();
  for (const entry of text.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]))) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const most = family === "ipv6" ? 128 : 32;
    if (isIP(address) === 0 && bits === undefined && /^[a-z0-9.-]{1,253}$/i.test(address)) {
      names.add(address.toLowerCase());
    } else if (
      isIP(address) !== 0 &&
      /^\d{1,3}$/.test(bits ?? String(most)) &&
      Number(bits ?? most) <= most
    ) {
      nets.addSubnet(address, Number(bits ?? most), family);
    } else return { ok: false, entry };
  }
  return {
    ok: true,
    hosts: {
      isAllowed: (host, address) => names.has(host.toLowerCase()) || nets.check(address, familyOf(address)),
    },
  };
}

/** Where a host leads, if it may be opened; a Failure with the reason where it may not, or leads nowhere. */
export async function judgeHost(
  host: string,
  allowed: AllowedHosts,
  lookUp: LookUp = lookUpAll,
): Promise<JudgedAddress> {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  const found =
    isIP(bare) === 0
      ? await lookUp(bare).catch(() => []) // a name that leads nowhere, whatever the resolver calls it
      : [{ address: bare, family: isIP(bare) }];
  const [first] = found;
  if (first === undefined) throw leadsNowhere(bare);
  // One closed address is enough: which of them a connection takes is chance.
  const bad = found.find(({ address }) => isClosed(address) && !allowed.isAllowed(bare, plain(address)));
  if (bad !== undefined) throw isClosedOff(bare, bad.address);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

function isClosed(address: string): boolean {
  const known = plain(address);
  return closed.check(known, familyOf(known));
}

/** `::ffff:127.0.0.1`, also written `::ffff:7f00:1`, is the IPv4 address in it. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, "").toLowerCase();
  const [, dotted] = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare) ?? [];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^(?:0*:)*:?(?:0*:)*ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(bare) ?? [];
  if (high === undefined || low === undefined) return bare;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function leadsNowhere(host: string): Failure {
  return new Failure("badInput", {
    en: `The host ${host} is not known here.`,
    zh: `无法解析主机 ${host}。`,
  });
}

function isClosedOff(host: string, address: string): Failure {
  const where = host === address ? address : `${host} (${address})`;
  return new Failure("badInput", {
    en: `${where} is an address of this server itself or of its own link, which may not be opened.`,
    zh: `${where} 属于本机或本地链路地址，不允许访问。`,
  });
}
