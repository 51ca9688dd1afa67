import { isIP } from "node:net";

/** For which address passkeys are made: the name that browsers bind them to, and the origin they are used at. */
export type RelyingParty = { id: string; origin: string };

/** What is known of it: what the operator configured, and the door itself. */
type ServerAddress = { publicUrl: string | undefined; isSecure: boolean; httpPort: number };

/**
 * The address that users open: PUBLIC_URL, else this machine's `localhost`. Null where it is an IP address: browsers
 * refuse passkeys there (WebAuthn level 3, 5.1.3: the relying party's id is a domain).
 */
export function findRelyingParty(given: ServerAddress): RelyingParty | null {
  const { hostname, origin } = new URL(originOf(given));
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}

/** Where users open this server. */
export function originOf({ publicUrl, isSecure, httpPort }: ServerAddress): string {
  return new URL(publicUrl ?? `${isSecure ? "https" : "http"}://localhost:${httpPort}`).origin;
}
