import { type ChainEnd, type ChainRow, chainStart, hashOfRow } from "./chain.ts";
import { isSignedBy, type SignedHead } from "./head.ts";

/**
 * How a chain is broken. `changed`: the row is not what was hashed. `deleted`: rows are missing before it.
 * `outOfOrder`: it is behind a later one, or twice. `replaced`: it does not follow from the row before it.
 * `backInTime`: it is older than the row before. `cutOff`: a signed head knows more rows than there are.
 * `rewritten`: the rows follow from each other, but not to what was signed. `wrongSignature`: a head was not signed by
 * the key it names, or by one that is not trusted. `unsigned`: no head covers the last rows. `headMissing`: the
 * database lacks a signed head that is kept outside of it. `headsLost`, `headsDamaged`: the file of kept heads is
 * missing, or it cannot be read or written.
 */
export type FaultKind =
  | "changed"
  | "deleted"
  | "outOfOrder"
  | "replaced"
  | "backInTime"
  | "cutOff"
  | "rewritten"
  | "wrongSignature"
  | "unsigned"
  | "headMissing"
  | "headsLost"
  | "headsDamaged";

/** The first bad row (its `seq`), and how it is bad; `until` where several rows are meant. */
export type ChainFault = { kind: FaultKind; seq: number; until?: number };

/** A head that somebody kept: how many rows there were, and the hash of the last, or its first digits. */
export type KnownHead = { seq: number; hash: string };

export type CheckedChain = { fault: ChainFault | null; end: ChainEnd; heads: number; signed: number };

/**
 * Walks a chain from row to row, in the order in which they are in it; a head comes behind the row that it covers.
 * What is found first is kept: everything after it is of no account.
 */
export function checkChain(options: {
  chain: string;
  /** Public keys by their id. */
  keys: ReadonlyMap<string, string>;
  /** Where the first row follows on; a whole chain begins at its start. */
  from?: ChainEnd;
  /** Heads that were kept elsewhere: the rows have to lead to each of them. */
  known?: readonly KnownHead[];
}) {
  const { chain, keys, known = [] } = options;
  let end = options.from ?? chainStart;
  let lastAt = Number.NEGATIVE_INFINITY;
  let signed = end.seq;
  let heads = 0;
  let knownTo = end.seq;
  let fault: ChainFault | null = judgeKnown();

  function judgeKnown(): ChainFault | null {
    const met = known.filter((head) => head.seq === end.seq);
    if (met.some((head) => !end.hash.startsWith(head.hash)))
      return spanned("rewritten", knownTo + 1, end.seq);
    if (met.length > 0) knownTo = end.seq;
    return null;
  }

  function judgeRow(row: ChainRow): ChainFault | null {
    const due = end.seq + 1;
    if (row.seq > due) return spanned("deleted", due, row.seq - 1);
    if (row.seq < due) return { kind: "outOfOrder", seq: row.seq };
    if (hashOfRow(chain, row) !== row.hash) return { kind: "changed", seq: row.seq };
    if (row.prev !== end.hash) return { kind: "replaced", seq: row.seq };
    const at = Date.parse(row.at);
    if (at < lastAt) return { kind: "backInTime", seq: row.seq };
    lastAt = at;
    end = { seq: row.seq, hash: row.hash };
    return judgeKnown();
  }

  function judgeHead(head: SignedHead): ChainFault | null {
    const publicKey = keys.get(head.keyId);
    const isGenuine = head.chain === chain && publicKey !== undefined && isSignedBy(head, publicKey);
    if (!isGenuine) return { kind: "wrongSignature", seq: head.seq };
    heads += 1;
    if (head.seq > end.seq) return spanned("cutOff", end.seq + 1, head.seq);
    if (head.seq < end.seq) return { kind: "outOfOrder", seq: head.seq };
    if (head.hash !== end.hash) return spanned("rewritten", signed + 1, head.seq);
    signed = head.seq;
    return null;
  }

  return {
    row(row: ChainRow): void {
      fault ??= judgeRow(row);
    },

    head(head: SignedHead): void {
      fault ??= judgeHead(head);
    },

    /** After the last row: a kept head that knows of more rows shows that the chain was cut. */
    over(): void {
      const last = known.reduce((max, head) => Math.max(max, head.seq), 0);
      if (last > end.seq) fault ??= spanned("cutOff", end.seq + 1, last);
    },

    /** What was found. Rows that no head covers may have been cut or rewritten by anybody. */
    result({ mayEndUnsigned }: { mayEndUnsigned: boolean }): CheckedChain {
      const isUnsigned = !mayEndUnsigned && (heads === 0 || signed < end.seq);
      if (isUnsigned) fault ??= spanned("unsigned", signed + 1, end.seq);
      return { fault, end, heads, signed };
    },
  };
}

export function spanned(kind: FaultKind, seq: number, until: number): ChainFault {
  return until <= seq ? { kind, seq } : { kind, seq, until };
}

/** What is wrong, in a sentence for people. */
export function describeFault({ kind, seq, until }: ChainFault): string {
  const rows = until === undefined ? `row ${seq}` : `rows ${seq} to ${until}`;
  const sentences: Record<FaultKind, string> = {
    changed: `${rows} was changed: it does not match its hash`,
    deleted: `${rows} ${until === undefined ? "was" : "were"} deleted`,
    outOfOrder: `${rows} is out of order`,
    replaced: `${rows} does not follow from the row before it`,
    backInTime: `${rows} is older than the row before it`,
    cutOff: `${rows} ${until === undefined ? "was" : "were"} cut off: a signed head knows of more rows than there are`,
    rewritten: `${rows} ${until === undefined ? "was" : "were"} rewritten: they do not lead to what was signed`,
    wrongSignature: `the signature of the head at row ${seq} is wrong`,
    unsigned: `no signed head covers ${rows}`,
    headMissing: `the database lacks the signed head of ${rows}, which is kept outside of it`,
    headsLost: "the file of signed heads that is kept outside of the database is missing",
    headsDamaged: "the file of signed heads that is kept outside of the database cannot be read or written",
  };
  return sentences[kind];
}
