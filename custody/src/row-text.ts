import { canonicalize, type Json } from "./canonical.ts";

/** The text of a row that its hash and its leaf in the Merkle tree are over. */
export function textOfRow(
  chain: string,
  { seq, at, prev, record }: { seq: number; at: string; prev: string; record: Json },
): string {
  return canonicalize({ chain, seq, at, prev, record });
}
