import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readPem } from "./certificate.ts";
import { flipBit, institution, makeEvidence, verdictOfBlock } from "./evidence.fixture.ts";
import { checkEvidence } from "./evidence-check.ts";
import { blockNames } from "./evidence-file.ts";
import { createTestAuthority } from "./stamp-authority.fixture.ts";

const tools = { execFile: promisify(execFile), mkdtemp, readFile, rm, writeFile, tmpdir };
const authority = await createTestAuthority(tools, "Stamp office");
const trusted = readPem(authority.rootPem);
const made = await makeEvidence({ authority });

test.each(blockNames)("each single bit of the block %s falls under its verdict and no other", (name) => {
  const bits = Buffer.byteLength(made.blocks[name]) * 8;
  expect(bits).toBeGreaterThan(500);
  const wrong: number[] = [];
  for (let bit = 0; bit < bits; bit += 1) {
    const blocks = { ...made.blocks, [name]: flipBit(made.blocks[name], bit) };
    const failed = checkEvidence(blocks, [institution], [], trusted)
      .verdicts.filter(({ state }) => state === "failed")
      .map(({ kind }) => kind);
    if (failed.join() !== verdictOfBlock[name]) wrong.push(bit);
  }
  expect(wrong).toEqual([]);
});
