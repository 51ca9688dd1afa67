import type { SecretBox } from "../secret-box.ts";

/**
 * Addresses that a device is reported over MQTT and asks for over HTTP. Each is made for one thing (an upgrade of one
 * device, a configuration) and a time; what it stands for is sealed in it, so nobody makes one or bends one.
 */
export type DeviceAddresses = {
  /** The word of an address: what is behind the path of its call. */
  token(about: { kind: string; id: string; until: number }): string;
  /** What the word was made for; null where it is none of ours, of another kind, or its time is over. */
  read(token: string, kind: string): string | null;
  /** The whole address, as the device that is connected to `here` reaches this server. */
  url(path: string, here: string): string;
};

export function createDeviceAddresses(options: {
  secrets: SecretBox;
  /**
   * Where this server is reached from outside; without it devices are reported the address that they are connected to.
   */
  publicUrl: string | undefined;
  isSecure: boolean;
  /** The port that was got; known once it listens. */
  httpPort: () => number;
  now: () => number;
}): DeviceAddresses {
  const { secrets, publicUrl, now } = options;
  return {
    token: ({ kind, id, until }) => secrets.seal(`${kind}|${until}|${id}`).toString("base64url"),
    read(token, kind) {
      const text = open(secrets, token);
      const [given, until, ...id] = text?.split("|") ?? [];
      return given === kind && Number(until) >= now() ? id.join("|") : null;
    },
    url(path, here) {
      if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "") + path;
      // A socket of both families names an IPv4 address in the clothes of an IPv6 one.
      const host = here.replace(/^::ffff:/, "");
      const name = host.includes(":") ? `[${host}]` : host;
      return `${options.isSecure ? "https" : "http"}://${name}:${options.httpPort()}${path}`;
    },
  };
}

function open(secrets: SecretBox, token: string): string | null {
  const sealed = Buffer.from(token, "base64url");
  // The last letter of a word may carry bits that no byte has: a word that is bent there alone is not ours either.
  if (sealed.length < 30 || sealed.toString("base64url") !== token) return null;
  try {
    return secrets.open(sealed);
  } catch {
    return null; // not sealed by us: what the cipher says of it is all the same
  }
}
