/*
 * What nobody tried in vain: wrong passwords, set-up codes, tokens. Anybody may do that as often as they like, and
 * records are kept for ever. So those of one address are recorded one by one up to a limit in each minute, those of all
 * addresses likewise; the others are counted, and a record a minute says how many they were.
 */
import { createMinuteCounter } from "../minute-counter.ts";
import { networkOf } from "../network-address.ts";
import type { AuditRecord } from "./audit-record.ts";

/** Of one address and of all of them, in a minute. */
const maxRecorded = { perSource: 10, inTotal: 300 };
const flushEveryMs = 60_000;

/** Counted since the last flush, with the last of them for an example. */
type Held = { last: AuditRecord; count: number; addresses: Set<string> };

export function createFailedAttempts(options: {
  record: (record: AuditRecord) => Promise<void>;
  now: () => number;
}) {
  const counter = createMinuteCounter(maxRecorded);
  let held: Held | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (held === null) return;
    const { last, count, addresses } = held;
    held = null;
    const from = addresses.size === 1 ? "this address" : `${addresses.size} addresses`;
    await options.record({
      ...last,
      message: `${count} failed attempts from ${from} were counted and not recorded one by one. The last: ${last.message}`,
    });
  }

  return {
    /** Keeps a record, or counts it. */
    async record(record: AuditRecord): Promise<void> {
      const isInVain = record.via === null && record.code !== 200;
      const network = networkOf(record.address);
      if (!isInVain || counter.take(network, options.now())) return options.record(record);
      const addresses = held?.addresses ?? new Set();
      if (addresses.size < 10_000) addresses.add(network);
      held = { last: record, count: (held?.count ?? 0) + 1, addresses };
      timer ??= setTimeout(() => void flush(), flushEveryMs).unref();
    },
    flush,
  };
}
