import { AppError } from "../../../platform/app-error.ts";
import { networkOf } from "../../../platform/network-address.ts";
import type { createRequestStore } from "./account-request.store.ts";

const dayMs = 86_400_000;
const waitsForDays = 30;
/** How many requests one network sends within an hour, and how many wait at all. */
const max = { ofNetwork: 5, waiting: 1000 };

/** From when to when a request waits. */
export function spanFrom(now: number): { createdAt: Date; expiresAt: Date } {
  return { createdAt: new Date(now), expiresAt: new Date(now + waitsForDays * dayMs) };
}

/** Refuses a request where its network, or everybody together, sent too many. */
export async function requireRoom(
  store: Pick<ReturnType<typeof createRequestStore>, "countRecent">,
  address: string,
  of: { now: () => number; isShared: (address: string) => boolean },
): Promise<void> {
  const recent = await store.countRecent(networkOf(address), new Date(of.now() - dayMs / 24));
  const isMany = recent.ofNetwork >= max.ofNetwork && !of.isShared(address);
  if (isMany || recent.waiting >= max.waiting) throw tooMany;
}

const tooMany = new AppError(
  "busy",
  {
    en: "Too many account requests were sent. Try again in an hour.",
    zh: "账号申请过于频繁，请一小时后重试。",
  },
  [],
  3600,
);
