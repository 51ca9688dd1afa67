import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { readPem } from "./certificate.ts";
import { digest } from "./digest.ts";
import { court, flipBit, institution, makeEvidence, verdictOfBlock } from "./evidence.fixture.ts";
import { checkEvidence } from "./evidence-check.ts";
import {
  type BlockName,
  type Blocks,
  blockNames,
  readEvidencePage,
  writeBlockLine,
  writeEvidencePage,
} from "./evidence-file.ts";
import { signingKey } from "./head.ts";
import { textOfRow } from "./row-text.ts";
import { createTestAuthority } from "./stamp-authority.fixture.ts";

const tools = { execFile: promisify(execFile), mkdtemp, readFile, rm, writeFile, tmpdir };
const authority = await createTestAuthority(tools, "Stamp office");
const trusted = readPem(authority.rootPem);
const made = await makeEvidence({ authority });
afterAll(() => authority.remove());
const sound = {
  records: "ok",
  complete: "ok",
  log: "ok",
  files: "ok",
  signatures: "ok",
  time: "ok",
};
const statesOf = (blocks: Blocks, keys = [institution]) =>
  Object.fromEntries(
    checkEvidence(blocks, keys, [], trusted).verdicts.map(({ kind, state }) => [kind, state]),
  );
const failedOf = (blocks: Blocks) =>
  checkEvidence(blocks, [institution], [], trusted).verdicts.filter(({ state }) => state === "failed");
const firstOf = (blocks: Blocks) => failedOf(blocks).map(({ kind, findings }) => ({ kind, ...findings[0] }));
const without = (block: string, line: number) =>
  block
    .split("\n")
    .filter((_, at) => at !== line)
    .join("\n");

describe("An evidence file", () => {
  test("is right in every respect that it has, and says what it does not have", async () => {
    expect(statesOf(made.blocks)).toEqual(sound);
    // Without a key that came another way nothing shows that the log is the institution's.
    expect(statesOf(made.blocks, [])).toEqual({ ...sound, log: "unconfirmed" });
    // Nor that the time is an authority's, without its certificate.
    const { verdicts } = checkEvidence(made.blocks, [institution]);
    expect(verdicts.at(-1)).toMatchObject({
      kind: "time",
      state: "unconfirmed",
      findings: [{ code: "ownStamp" }],
    });
    const bare = await makeEvidence();
    expect(statesOf(bare.blocks)).toEqual({ ...sound, time: "missing" });
    const { rows, files, checkpoint } = checkEvidence(made.blocks);
    expect(rows.map((row) => row.seq)).toEqual(made.rows.map((row) => row.seq));
    expect(files.map((file) => file.name)).toEqual(["seal.png"]);
    expect(checkpoint?.rows.size).toBe(made.size);
  });

  test("falls in exactly the verdict that a changed bit belongs to, and names the event", () => {
    let random = 7;
    for (const name of blockNames) {
      const bits = Buffer.byteLength(made.blocks[name]) * 8;
      for (let round = 0; round < 24; round += 1) {
        random = (random * 48_271) % 2_147_483_647;
        const bit = random % bits;
        const blocks = { ...made.blocks, [name]: flipBit(made.blocks[name], bit) };
        const failures = firstOf(blocks);
        expect(
          failures.map(({ kind }) => kind),
          `bit ${bit} of ${name}`,
        ).toEqual([verdictOfBlock[name]]);
        if (name === "rows") {
          const line = Buffer.from(made.blocks.rows, "utf8")
            .subarray(0, bit >> 3)
            .toString("utf8")
            .split("\n").length;
          const near = [made.rows[line - 1]?.seq, made.rows[line]?.seq];
          expect(near, `bit ${bit}`).toContain(failures[0]?.seq);
        }
      }
    }
  }, 120_000);

  test("falls under who signed where the platform itself forged a signature, and names the event", async () => {
    const { blocks, rows } = await makeEvidence({ authority, forges: true });
    expect(firstOf(blocks)).toEqual([
      { kind: "signatures", code: "badSignature", seq: rows[1]?.seq, name: "A. Roe (roe)" },
    ]);
  });

  test("falls under the time where the stamp is of another log or of another authority", async () => {
    const other = await makeEvidence({ authority, others: 7 });
    expect(firstOf({ ...made.blocks, stamps: other.blocks.stamps })).toEqual([
      { kind: "time", code: "strangeStamp", line: 1 },
    ]);
    const stranger = await createTestAuthority(tools, "Stamp office");
    const { blocks } = await makeEvidence({ authority: stranger });
    expect(firstOf(blocks)).toEqual([
      { kind: "time", code: "otherAuthority", line: 1, name: "Stamp office" },
    ]);
    await stranger.remove();
  });

  test("names an event that is left out, whichever it is, the last one too", () => {
    for (const [line, { seq }] of made.rows.entries()) {
      const blocks = { ...made.blocks, rows: without(made.blocks.rows, line) };
      expect(firstOf(blocks)[0], `record ${seq}`).toMatchObject({
        kind: "complete",
        code: "left",
        nth: line + 1,
      });
      const both = { ...blocks, proofs: without(made.blocks.proofs, line) };
      expect(firstOf(both)[0], `record ${seq}`).toMatchObject({
        kind: "complete",
        code: "left",
        nth: line + 1,
      });
    }
  });

  test("fails where the count of a thing is taken out or belongs to another moment", () => {
    const lines = made.blocks.counts.split("\n").length;
    for (let line = 0; line < lines; line += 1)
      expect(firstOf({ ...made.blocks, counts: without(made.blocks.counts, line) })[0]).toMatchObject({
        ...{ kind: "complete", code: "noCount" },
      });
    const fewer = made.blocks.counts.replace('"events":6', '"events":5');
    expect(fewer).not.toBe(made.blocks.counts);
    expect(firstOf({ ...made.blocks, counts: fewer })[0]).toMatchObject({
      ...{ kind: "complete", code: "wrongCount", about: "entrustment:4" },
    });
  });

  test("shows a record that was rewritten with a right hash of its own", () => {
    const row = made.rows[2];
    if (row === undefined) throw new Error("no third record");
    const { hash: _old, ...rest } = row;
    const forged = {
      ...rest,
      record: JSON.parse(JSON.stringify(row.record).replace("moved", "never moved")),
    };
    const line = writeBlockLine({ ...forged, hash: digest(textOfRow("custody", forged)) });
    const rows = made.blocks.rows.split("\n").with(2, line).join("\n");
    expect(firstOf({ ...made.blocks, rows })).toEqual([{ kind: "records", code: "changed", seq: row.seq }]);
  });

  test("shows a document or a photo that was exchanged, and one that is missing", () => {
    const document = made.blocks.document.replace("District", "Distinct");
    expect(firstOf({ ...made.blocks, document })[0]).toMatchObject({ kind: "records", code: "document" });
    expect(firstOf({ ...made.blocks, files: "" })[0]).toMatchObject({ kind: "files", code: "fileMissing" });
  });

  test("is refused whole where a stranger signed a log of their own, once the right key is entered", async () => {
    const stranger = signingKey("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    const { blocks } = await makeEvidence({ key: stranger });
    expect(statesOf(blocks, [])).toMatchObject({ log: "unconfirmed" });
    expect(firstOf(blocks)).toEqual([{ kind: "log", code: "otherKey" }]);
    expect(statesOf(blocks)).toMatchObject({ records: "unconfirmed", complete: "unconfirmed" });
  });

  test("names its witnesses, and one that the reader demands and that did not countersign", async () => {
    const logOf = (blocks: Blocks, witnesses = [court]) =>
      checkEvidence(blocks, [institution], witnesses).verdicts.find(({ kind }) => kind === "log");
    expect(logOf(made.blocks)).toMatchObject({
      ...{ state: "ok", findings: [{ code: "log" }, { code: "witnessed", name: "court" }] },
    });
    expect(logOf(made.blocks, [])).toMatchObject({
      ...{ state: "ok", findings: [{ code: "log" }, { code: "claimed", name: "court" }] },
    });
    const { blocks } = await makeEvidence({ witness: false });
    expect(logOf(blocks)).toMatchObject({
      state: "failed",
      findings: [{ code: "notWitnessed", name: "court" }],
    });
    // A witness that the installation itself names and that has not answered yet.
    expect(logOf(blocks, [])).toMatchObject({
      ...{ state: "unconfirmed", findings: [{ code: "log" }, { code: "notWitnessed", name: "court" }] },
    });
    const stranger = { ...court, publicKey: institution.publicKey };
    expect(logOf(made.blocks, [stranger])).toMatchObject({ state: "failed" });
  });

  test("fails in the verdict of a block that is missing", () => {
    for (const name of blockNames) {
      // Without its stamps a file shows less, and nothing wrong.
      if (name === "stamps") continue;
      const { [name]: _gone, ...blocks } = made.blocks;
      expect(
        failedOf(blocks).map(({ kind }) => kind),
        name,
      ).toContain(verdictOfBlock[name]);
    }
  });

  test("names a photo that is not the one whose hash its own record holds, though the export agrees with it", async () => {
    const swapped = await makeEvidence({ recordedHash: "0".repeat(64) });
    expect(firstOf(swapped.blocks)).toMatchObject([{ kind: "files", code: "fileSwapped", name: "seal.png" }]);
    const added = await makeEvidence({ recordedHash: null });
    expect(firstOf(added.blocks)).toMatchObject([
      { kind: "files", code: "fileUnrecorded", name: "seal.png" },
    ]);
  });

  test("comes back from its page as it was put into it, whatever it says", async () => {
    const lines = Object.fromEntries(blockNames.map((name) => [name, made.blocks[name].split("\n")]));
    const page = "<!doctype html>\n<main></main><!--blocks--><script>1</script>\n";
    let html = "";
    for await (const part of writeEvidencePage(page, lines as Record<BlockName, string[]>)) html += part;
    expect(readEvidencePage(html)).toEqual({ blocks: made.blocks, page });
    expect(html).not.toContain("District <court>");
    expect(html).not.toContain("of another unit");
  });
});
