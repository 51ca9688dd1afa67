import { expect, test } from "vitest";
import { type ChainEnd, type ChainRow, chainStart, linkRow } from "./chain.ts";
import { writeLine } from "./chain-file.ts";
import { custodyVerify } from "./custody-verify.ts";
import { type SignedHead, signHead, signingKey } from "./head.ts";
import { signAcceptance, writeKeptLine } from "./kept-heads.ts";

const key = signingKey("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
const stranger = signingKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
const at = "2026-11-21T08:00:00.000+08:00";

function makeRows(count: number, forged = Number.POSITIVE_INFINITY): ChainRow[] {
  const rows: ChainRow[] = [];
  let end: ChainEnd = chainStart;
  for (let seq = 1; seq <= count; seq += 1) {
    const row = linkRow("custody", end, { at, record: { what: seq >= forged ? "forged" : "true" } });
    rows.push(row);
    end = row;
  }
  return rows;
}

function headAt(row: ChainEnd | undefined, chain = "custody", by = key): SignedHead {
  const { seq, hash } = row ?? chainStart;
  return signHead({ chain, day: "2026-11-21", seq, hash, signedAt: at }, by);
}

/** The file of a chain that the platform's own key signed at its end alone, and what lies alongside it. */
function folder(rows: ChainRow[], others: Record<string, string> = {}) {
  const header = { format: "tracewater-chain", version: 1, chain: "custody", exportedAt: at } as const;
  const { seq, hash } = chainStart;
  const chain = [
    writeLine({ header: { ...header, keys: [key.publicKey], from: { seq, hash } } }),
    ...rows.map((row) => writeLine({ row })),
    writeLine({ head: headAt(rows.at(-1)) }),
  ].join("");
  const files: Record<string, string> = { chain, ...others };
  return (...heads: string[]) =>
    custodyVerify(["chain", ...heads.flatMap((head) => ["--head", head])], async (name) => {
      const text = files[name];
      if (text === undefined) throw new Error("no such file");
      return (async function* () {
        yield Buffer.from(text);
      })();
    });
}

const rows = makeRows(10);
const [first, , third, , , sixth, , , , tenth] = rows;
const print = (row: ChainRow | undefined, digits = 64) => `${row?.seq}:${row?.hash.slice(0, digits)}`;
const kept = (...heads: SignedHead[]) => heads.map((head) => writeKeptLine({ head })).join("");

test("a chain that leads to the heads that were kept is valid, by value, by short value and by file", async () => {
  const verify = folder(rows, { heads: kept(headAt(third), headAt(tenth), headAt(first, "audit")) });
  expect(await verify(print(sixth))).toMatchObject({
    code: 0,
    says: expect.stringContaining("1 kept head"),
  });
  expect(await verify(print(sixth, 16), "heads")).toMatchObject({
    code: 0,
    says: expect.stringContaining("leads to 3 kept heads"),
  });
});

test("a chain that was rewritten and signed again by the right key does not lead to a kept head", async () => {
  const verify = folder(makeRows(10, 5), { heads: kept(headAt(third), headAt(sixth), headAt(tenth)) });
  expect(await verify()).toMatchObject({ code: 0 });
  for (const head of ["heads", print(sixth, 16)]) {
    expect(await verify(head)).toMatchObject({ code: 1, says: expect.stringMatching(/to 6 were rewritten/) });
  }
  expect(await verify("heads")).toMatchObject({ says: expect.stringContaining("rows 4 to 6") });
});

test("a chain that was cut and signed again is shorter than a kept head", async () => {
  const verify = folder(rows.slice(0, 7), { heads: kept(headAt(third), headAt(tenth)) });
  expect(await verify()).toMatchObject({ code: 0 });
  for (const head of ["heads", print(tenth)]) {
    expect(await verify(head)).toMatchObject({
      code: 1,
      says: expect.stringContaining("rows 8 to 10 were cut off"),
    });
  }
});

test("heads of before an accepted restore no longer count, and the command says so", async () => {
  const other = makeRows(9, 5);
  const accepted = signAcceptance({ chain: "custody", keep: 3, reason: "disk failed", at }, key);
  const heads = [
    kept(headAt(third), headAt(sixth), headAt(tenth)),
    writeKeptLine({ accepted }),
    kept(headAt(other[8])),
  ].join("");
  const says = expect.stringMatching(
    /leads to 2 kept heads[\s\S]*2 kept heads after row 3 no longer count.*disk failed/,
  );
  expect(await folder(other, { heads })("heads")).toMatchObject({ code: 0, says });
  const forged = { ...accepted, keep: 1 };
  expect(await folder(other, { heads: writeKeptLine({ accepted: forged }) })("heads")).toMatchObject({
    code: 1,
    says: expect.stringContaining("line 1 of heads is not signed by a key that counts"),
  });
});

test("a file of heads that proves nothing is refused", async () => {
  const verify = folder(rows, {
    empty: "",
    audit: kept(headAt(third, "audit")),
    strange: kept(headAt(third, "custody", stranger)),
    broken: "no head\n",
  });
  for (const [name, says] of [
    ["empty", "holds no head of the chain"],
    ["audit", "holds no head of the chain"],
    ["strange", "is not signed by a key that counts"],
    ["broken", "line 1 of broken is not a line"],
  ] as const) {
    expect(await verify(name), name).toMatchObject({ code: 1, says: expect.stringContaining(says) });
  }
  expect(await verify("missing")).toMatchObject({ code: 2, says: "missing cannot be read: no such file\n" });
  expect(await custodyVerify(["chain", "--head"], async () => Promise.reject())).toMatchObject({ code: 2 });
});
