import { randomBytes } from "node:crypto";
import { networkOf } from "../../../platform/network-address.ts";
import type { Db } from "../../../platform/store/database.ts";
import { hashPassword } from "../password.model.ts";
import { createRequestStore } from "./account-request.store.ts";
import { requireRoom, spanFrom } from "./request-room.ts";

/** What an identity provider reports of somebody whom nobody here knows. */
type Reported = { issuer: string; subject: string; name: string; email: string };

/**
 * Files a request for an account for somebody whom an identity provider vouches for; false where registration is
 * closed. Their e-mail address counts as unconfirmed, and whoever decides sees who is alike. One identity has one
 * request that waits. Errors: busy, where too many were sent.
 */
export function createSignOnRequests(options: {
  db: Db;
  isOpen: () => Promise<boolean>;
  isShared: (address: string) => boolean;
  now: () => number;
}) {
  const store = createRequestStore(options.db);
  return async (person: Reported, provider: { key: string }, address: string): Promise<boolean> => {
    if (!(await options.isOpen())) return false;
    await requireRoom(store, address, options);
    const { issuer, subject } = person;
    await store.add({
      // Nobody gets the link of this request: the identity is its key.
      ...{ keyHash: randomBytes(32), userName: nameFor(person), nickName: person.name.slice(0, 60) },
      ...{ unitText: "", email: person.email.slice(0, 100), phonenumber: "", purpose: "" },
      // No password: one that nobody knows, until the account's owner sets one.
      passwordHash: await hashPassword(randomBytes(32).toString("base64url")),
      ...{ network: networkOf(address), ...spanFrom(options.now()) },
      identity: { provider: provider.key, issuer, subject },
    });
    return true;
  };
}

/** A name to begin with, of the letters that a name may have; whoever decides may change it. */
function nameFor({ email, name, subject }: Reported): string {
  const of = (text: string) =>
    text
      .replace(/[^A-Za-z0-9._-]/g, "")
      .replace(/^[^A-Za-z]+/, "")
      .slice(0, 30);
  return (
    [of(email.split("@")[0] ?? ""), of(name)].find((one) => one.length >= 2) ??
    `u${of(`x${subject}`)}`.slice(0, 30)
  );
}
