/*
 * Addresses that people give and the server then opens: cameras, webhooks. What counts is where a name leads at the
 * moment of the connection, so names are resolved here and anyone who connects uses the address that was judged, never
 * the name again.
 */
import { lookup as systemLookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { AppError } from "../app-error.ts";

/** What the operator allows alongside the usual: names, addresses and networks. */
export type AllowedHosts = { isAllowed(host: string, address: string): boolean };

/** An address that may be opened. */
export type JudgedAddress = { address: string; family: 4 | 6 };

export type LookUp = (host: string) => Promise<readonly { address: string; family: number }[]>;

const lookUpAll: LookUp = (host) => systemLookup(host, { all: true });

/** This machine, the link it is on (where clouds keep their metadata), nowhere, and everybody at once. */
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
  // Teredo (RFC 4380): where it leads is decided by somebody else's relay.
  ["2001::", 32, "ipv6"],
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
    const max = family === "ipv6" ? 128 : 32;
    if (isIP(address) === 0 && bits === undefined && /^[a-z0-9.-]{1,253}$/i.test(address)) {
      names.add(address.toLowerCase());
    } else if (isIP(address) !== 0 && /^\d{1,3}$/.test(bits ?? String(max)) && Number(bits ?? max) <= max) {
      nets.addSubnet(address, Number(bits ?? max), family);
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
  return closed.check(known, familyOf(known)) || isOwn(known);
}

/** The IPv4 address that an IPv6 one stands for, in whichever notation; other addresses as they are, without a zone. */
function plain(address: string): string {
  const bare = address.replace(/%.*$/, "").toLowerCase();
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const embedded = embeddings.find(({ prefix }) => prefix.every((group, at) => groups[at] === group));
  if (embedded === undefined) return bare;
  const [high = 0, low = 0] = groups.slice(embedded.at, embedded.at + 2);
  // :: and ::1 are addresses of their own.
  if (embedded.at === 6 && high === 0 && low <= 1) return bare;
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Where the IPv4 address lies: mapped, translated (RFC 2765), NAT64 (RFC 6052, 8215), 6to4 (RFC 3056), compatible. */
const embeddings = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 1], at: 6 },
  { prefix: [0x2002], at: 1 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
];

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [, dotted] = /(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? "").split(".").map(Number);
  const hex =
    dotted === undefined
      ? address
      : `${address.slice(0, -dotted.length)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const [head = "", tail] = hex.split("::");
  const read = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const zeros = 8 - read(head).length - read(tail).length;
  return [...read(head), ...new Array<number>(zeros).fill(0), ...read(tail)];
}

/** An address of one of this machine's own interfaces, as they are now. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((own) => own?.some((one) => plain(one.address) === address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function leadsNowhere(host: string): AppError {
  return new AppError("badInput", {
    en: `The host ${host} cannot be resolved.`,
    zh: `无法解析主机 ${host}。`,
  });
}

function isClosedOff(host: string, address: string): AppError {
  const where = host === address ? address : `${host} (${address})`;
  return new AppError("badInput", {
    en: `${where} is an address of this server or of its local network link and cannot be opened.`,
    zh: `${where} 属于本机或本地链路地址，不允许访问。`,
  });
}
