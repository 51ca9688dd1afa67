import { expect, test } from "vitest";
import { type ChainEnd, type ChainRow, chainStart, linkRow } from "./chain.ts";
import { type ChainLine, verifyChainFile, writeLine } from "./chain-file.ts";
import { custodyVerify } from "./custody-verify.ts";
import { type SignedHead, signHead, signingKey } from "./head.ts";
import { splitLines } from "./split-lines.ts";

const key = signingKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
const stranger = signingKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
const at = "2026-11-21T08:00:00.000+08:00";

function makeRows(count: number, after: ChainEnd = chainStart): ChainRow[] {
  const rows: ChainRow[] = [];
  let end = after;
  for (let place = 1; place <= count; place += 1) {
    const row = linkRow("audit", end, {
      at,
      record: { what: `thing ${end.seq + 1}`, note: "line\u2028break\r" },
    });
    rows.push(row);
    end = row;
  }
  return rows;
}

function headAt(row: ChainEnd, by = key): SignedHead {
  return signHead({ chain: "audit", day: "2026-11-21", seq: row.seq, hash: row.hash, signedAt: at }, by);
}

function header(keys = [key.publicKey], from: ChainEnd = chainStart): ChainLine {
  const { seq, hash } = from;
  return {
    header: {
      format: "tracewater-chain",
      version: 1,
      chain: "audit",
      exportedAt: at,
      keys,
      from: { seq, hash },
    },
  };
}

/** Ten rows with a head behind the fifth and the tenth. */
function soundFile(): ChainLine[] {
  return [
    header(),
    ...makeRows(10).flatMap((row) => (row.seq % 5 === 0 ? [{ row }, { head: headAt(row) }] : [{ row }])),
  ];
}

const verify = (lines: ChainLine[], trusted: string[] = []) =>
  verifyChainFile(
    lines.map((line) => writeLine(line).trimEnd()),
    trusted,
  );

function isRow(seq: number) {
  return (line: ChainLine) => "row" in line && line.row.seq === seq;
}

test("the keys and signatures are those of RFC 8032", () => {
  // RFC 8032, 7.1, tests 1 and 2: the secret keys above belong to these public keys.
  expect(key.publicKey).toBe("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  expect(stranger.publicKey).toBe("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
});

test("a sound chain is valid, whole or from a row on", async () => {
  expect(await verify(soundFile())).toMatchObject({ valid: true, end: { seq: 10 }, heads: 2 });
  expect(await verify(soundFile(), [key.publicKey])).toMatchObject({ valid: true });
  const rows = makeRows(10);
  const fourth = rows[3] ?? chainStart;
  const later = rows.slice(4);
  const part = [
    header([key.publicKey], fourth),
    ...later.map((row) => ({ row })),
    { head: headAt(later[5] ?? fourth) },
  ];
  expect(await verify(part)).toMatchObject({ valid: true, end: { seq: 10 } });
});

test("a changed row is named, whatever of it was changed", async () => {
  const changes: ((row: ChainRow) => ChainRow)[] = [
    (row) => ({ ...row, record: { what: "nothing" } }),
    (row) => ({ ...row, at: "2026-11-21T08:00:01.000+08:00" }),
    (row) => ({ ...row, hash: "0".repeat(64) }),
  ];
  for (const change of changes) {
    const lines = soundFile().map((line) =>
      isRow(7)(line) && "row" in line ? { row: change(line.row) } : line,
    );
    expect(await verify(lines)).toMatchObject({ valid: false, fault: { kind: "changed", seq: 7 } });
  }
});

test("a changed row that was hashed again is found by the row after it", async () => {
  const [sixth, seventh] = makeRows(7).slice(5);
  if (sixth === undefined || seventh === undefined) throw new Error("no rows");
  const forged = linkRow("audit", sixth, { at, record: { what: "nothing" } });
  const lines = soundFile().map((line) => (isRow(7)(line) ? { row: forged } : line));
  expect(await verify(lines)).toMatchObject({ valid: false, fault: { kind: "replaced", seq: 8 } });
});

test("a chain that was rewritten from a row on does not lead to what was signed", async () => {
  const forged = linkRow("audit", makeRows(6)[5] ?? chainStart, { at, record: { what: "nothing" } });
  const others = makeRows(3, forged);
  const lines = soundFile().map((line) => {
    const place = "row" in line ? line.row.seq - 7 : -1;
    const row = place === 0 ? forged : others[place - 1];
    return row === undefined ? line : { row };
  });
  const verdict = await verify(lines);
  expect(verdict).toMatchObject({ valid: false, fault: { kind: "rewritten", seq: 6, until: 10 } });
});

test("a deleted row is named, at the front, in the middle and several at once", async () => {
  for (const gone of [1, 2, 6, 9]) {
    const lines = soundFile().filter((line) => !isRow(gone)(line));
    expect(await verify(lines)).toMatchObject({ valid: false, fault: { kind: "deleted", seq: gone } });
  }
  const lines = soundFile().filter((line) => ![7, 8].some((seq) => isRow(seq)(line)));
  expect(await verify(lines)).toMatchObject({ fault: { kind: "deleted", seq: 7, until: 8 } });
});

test("a cut-off tail is shown by the signed head", async () => {
  const lines = soundFile().filter((line) => ![9, 10].some((seq) => isRow(seq)(line)));
  expect(await verify(lines)).toMatchObject({ valid: false, fault: { kind: "cutOff", seq: 9, until: 10 } });
});

test("without its heads a chain is not valid: anybody could have cut or rewritten it", async () => {
  const bare = soundFile().filter((line) => !("head" in line));
  expect(await verify(bare)).toMatchObject({ valid: false, fault: { kind: "unsigned", seq: 1, until: 10 } });
  expect(await verify(soundFile().slice(0, -1))).toMatchObject({
    fault: { kind: "unsigned", seq: 6, until: 10 },
  });
  expect(await verify([header()])).toMatchObject({ valid: false, fault: { kind: "unsigned" } });
});

test("a wrong signature is reported, and a stranger's", async () => {
  const spoil = (head: SignedHead): SignedHead => ({ ...head, signature: `00${head.signature.slice(2)}` });
  const forge = (head: SignedHead): SignedHead => headAt(head, stranger);
  const claim = (head: SignedHead): SignedHead => ({ ...forge(head), keyId: key.id });
  for (const change of [spoil, forge, claim]) {
    const lines = soundFile().map((line) => ("head" in line ? { head: change(line.head) } : line));
    expect(await verify(lines)).toMatchObject({ valid: false, fault: { kind: "wrongSignature", seq: 5 } });
  }
});

test("the keys in the file are its own word: with trusted keys only those count", async () => {
  const forged = soundFile().map((line) =>
    "header" in line
      ? header([stranger.publicKey])
      : "head" in line
        ? { head: headAt(line.head, stranger) }
        : line,
  );
  expect(await verify(forged)).toMatchObject({ valid: true });
  expect(await verify(forged, [key.publicKey])).toMatchObject({
    valid: false,
    fault: { kind: "wrongSignature" },
  });
});

test("rows out of order and repeated rows are reported", async () => {
  const lines = soundFile();
  const twice = lines.flatMap((line) => (isRow(3)(line) ? [line, line] : [line]));
  expect(await verify(twice)).toMatchObject({ valid: false, fault: { kind: "outOfOrder", seq: 3 } });
});

test("time does not go back in a chain", async () => {
  const first = linkRow("audit", chainStart, { at, record: 1 });
  const second = linkRow("audit", first, { at: "2026-11-21T07:59:59.000+08:00", record: 2 });
  const lines = [header(), { row: first }, { row: second }, { head: headAt(second) }];
  expect(await verify(lines)).toMatchObject({ valid: false, fault: { kind: "backInTime", seq: 2 } });
});

test("a line that the platform would not write is reported by its number", async () => {
  const texts = soundFile().map((line) => writeLine(line).trimEnd());
  for (const spoilt of [texts[3]?.replace("{", "{ "), "nonsense", "{}", "", texts[0]]) {
    const lines = texts.map((text, place) => (place === 3 ? (spoilt ?? "") : text));
    expect(await verifyChainFile(lines)).toMatchObject({ valid: false, line: 4, fault: null });
  }
  expect(await verifyChainFile([])).toMatchObject({ valid: false, line: 1 });
  expect(await verifyChainFile(texts.slice(1))).toMatchObject({ valid: false, line: 1, fault: null });
});

test("the command says what it found and ends with a code", async () => {
  const bytes = new TextEncoder().encode(soundFile().map(writeLine).join(""));
  const read = async () =>
    (async function* () {
      for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
    })();
  expect(await custodyVerify(["chain.jsonl"], read)).toMatchObject({ code: 0 });
  const wrongKey = await custodyVerify(["chain.jsonl", "--key", stranger.publicKey], read);
  expect(wrongKey).toMatchObject({
    code: 1,
    says: expect.stringContaining("signature of the head at row 5"),
  });
  for (const asked of [[], ["a", "b"], ["--key"], ["--key", "x", "a"], ["--what", "a"]]) {
    expect(await custodyVerify(asked, read)).toMatchObject({
      code: 2,
      says: expect.stringContaining("usage"),
    });
  }
  const missing = () => Promise.reject(new Error("no such file"));
  expect(await custodyVerify(["x"], missing)).toMatchObject({
    code: 2,
    says: expect.stringContaining("no such file"),
  });
});

test("lines are split at line feeds alone", async () => {
  const bytes = new TextEncoder().encode("a\u2028b\rc\nd");
  const lines: string[] = [];
  for await (const line of splitLines(
    (async function* () {
      yield bytes;
    })(),
  ))
    lines.push(line);
  expect(lines).toEqual(["a\u2028b\rc", "d"]);
});
