import { BlockList, isIP } from "node:net";

/** `10.0.0.7` for `::ffff:10.0.0.7`, as a socket that takes both families names it; all else as it is. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

/** Whose address it is: of IPv6 the first 64 bits, as one visitor has all the others to choose from. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = (plain.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Whether an address is one of a list. */
export type IsListed = (address: string) => boolean;

const named: Record<string, readonly string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Reads `10.0.0.1, 192.168.0.0/16, loopback`; null where an entry is neither an address nor a network. */
export function readAddressList(text: string): IsListed | null {
  const list = new BlockList();
  const given = text.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
  const entries = given.flatMap((one) => (Object.hasOwn(named, one) ? (named[one] ?? []) : [one]));
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const maxBits = family === "ipv6" ? 128 : 32;
    const length = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (isIP(address) === 0 || !(length <= maxBits)) return null;
    list.addSubnet(address, length, family);
  }
  if (entries.length === 0) return () => false;
  return (address) => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}
