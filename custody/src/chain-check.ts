import { type ChainEnd, type ChainRow, chainStart, hashOfRow } from "./chain.ts";
import { isSignedBy, type SignedHead } from "./head.ts";

/**
 * How a chain is broken. `changed`: the row is not what was hashed. `deleted`: rows are missing before it.
 * `outOfOrder`: it stands behind a later one, or twice. `replaced`: it does not follow from the row before it.
 * `backInTime`: it is older than the row before. `cutOff`: a signed head knows more rows than there are.
 * `rewritten`: the rows follow from each other, but not to what was signed. `wrongSignature`: a head was not signed by
 * the key it names, or by one that is not trusted. `unsigned`: no head covers the last rows.
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
  | "unsigned";

/** The first bad row (its `seq`), and how it is bad; `until` where several rows are meant. */
export type ChainFault = { kind: FaultKind; seq: number; until?: number };

export type CheckedChain = { fault: ChainFault | null; end: ChainEnd; heads: number; signed: number };

/**
 * Walks a chain from row to row, in the order in which they stand in it; a head comes behind the row that it covers.
 * What is found first is kept: everything after it is of no account.
 */
export function checkChain(options: {
  chain: string;
  /** Public keys by their id. */
  keys: ReadonlyMap<string, string>;
  /** Where the first row follows on; a whole chain begins at its start. */
  from?: ChainEnd;
}) {
  const { chain, keys } = options;
  let end = options.from ?? chainStart;
  let lastAt = Number.NEGATIVE_INFINITY;
  let signed = end.seq;
  let heads = 0;
  let fault: ChainFault | null = null;

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
    return null;
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

    /** What was found. Rows that no head covers may have been cut or rewritten by anybody. */
    result({ mayEndUnsigned }: { mayEndUnsigned: boolean }): CheckedChain {
      const isUnsigned = !mayEndUnsigned && (heads === 0 || signed < end.seq);
      if (isUnsigned) fault ??= spanned("unsigned", signed + 1, end.seq);
      return { fault, end, heads, signed };
    },
  };
}

function spanned(kind: FaultKind, seq: number, until: number): ChainFault {
  return until <= seq ? { kind, seq } : { kind, seq, until };
}

/** What is wrong, in a sentence for people. */
export function describeFault({ kind, seq, until }: ChainFault): string {
  const rows = until === undefined ? `row ${seq}` : `rows ${seq} to ${until}`;
  const sentences: Record<FaultKind, string> = {
    changed: `${rows} was changed: it is not what was hashed`,
    deleted: `${rows} ${until === undefined ? "was" : "were"} deleted`,
    outOfOrder: `${rows} stands out of order`,
    replaced: `${rows} does not follow from the row before it`,
    backInTime: `${rows} is older than the row before it`,
    cutOff: `${rows} ${until === undefined ? "was" : "were"} cut off: a signed head knows of more rows than there are`,
    rewritten: `${rows} ${until === undefined ? "was" : "were"} rewritten: they do not lead to what was signed`,
    wrongSignature: `the signature of the head at row ${seq} is wrong`,
    unsigned: `no signed head covers ${rows}`,
  };
  return sentences[kind];
}
