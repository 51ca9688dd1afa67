import { z } from "zod";
import type { Json } from "./canonical.ts";
import { digest } from "./digest.ts";
import { textOfRow } from "./row-text.ts";

const hex = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A row of a chain. `at` is when it was chained (ISO 8601 with offset), never earlier than the row before; `prev`
 * is the hash of the row before; `hash` is over the chain's name, `seq`, `at`, `prev` and the record together.
 */
export const chainRow = z.strictObject({
  seq: z.number().int().min(1),
  at: z.iso.datetime({ offset: true }),
  prev: hex,
  record: z.custom<Json>((value) => value !== undefined), // parsed from JSON, so it is JSON
  hash: hex,
});
export type ChainRow = z.infer<typeof chainRow>;

/** Where a chain is: its last row. */
export type ChainEnd = { seq: number; hash: string };

/** Before the first row. */
export const chainStart: ChainEnd = { seq: 0, hash: "0".repeat(64) };

export function hashOfRow(chain: string, row: Omit<ChainRow, "hash">): string {
  return digest(textOfRow(chain, row));
}

/** The row that follows on `end`. */
export function linkRow(chain: string, end: ChainEnd, entry: { at: string; record: Json }): ChainRow {
  const row = { seq: end.seq + 1, at: entry.at, prev: end.hash, record: entry.record };
  return { ...row, hash: hashOfRow(chain, row) };
}
