import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";
import type { TreeHead } from "./checkpoint.ts";
import { type Blocks, type ThingProof, textOfThing } from "./evidence-file.ts";
import { type EvidenceRow, linesOf, readThing } from "./evidence-read.ts";
import { type Finding, failed, type Verdict } from "./evidence-verdict.ts";
import { createMerkle, isSame } from "./merkle.ts";

const merkle = createMerkle(sha256);

/**
 * Whether the events of each thing are all there: the first to the last one, as many as the checkpoint counts.
 * `things` is null where the checkpoint cannot be relied on; `damaged` is how many records do not fit their hash.
 */
export function checkCompleteness(given: {
  blocks: Blocks;
  rows: readonly EvidenceRow[];
  damaged: number;
  things: TreeHead | null;
}): Verdict {
  const { blocks, rows, damaged, things } = given;
  const findings: Finding[] = [];
  const counted = new Map<string, ThingProof>();
  for (const [at, line] of linesOf(blocks.counts).entries()) {
    const thing = readThing(line);
    if (thing === null) findings.push({ code: "badCount", line: at + 1 });
    else if (things !== null && !isCounted(thing, things))
      findings.push({ code: "wrongCount", about: thing.about });
    else counted.set(thing.about, thing);
  }
  const main = [...counted.keys()].find((about) => about.startsWith("entrustment:"));
  if (main === undefined && findings.length === 0) findings.push({ code: "noCount", about: "" });
  if (findings.length > 0) return failed("complete", findings);
  const stranger = rows.find(({ record }) => main === undefined || !record.about.includes(main));
  if (stranger !== undefined) findings.push({ code: "stranger", seq: stranger.seq });
  const uncounted = rows.flatMap(({ record }) => record.about).find((about) => !counted.has(about));
  if (uncounted !== undefined) findings.push({ code: "noCount", about: uncounted });
  const gaps = [...counted.values()].map((thing) => findGap(thing, rows, damaged));
  findings.push(...gaps.flatMap((gap) => gap.findings));
  if (findings.length > 0) return failed("complete", findings);
  if (gaps.some(({ isUnclear }) => isUnclear)) return unconfirmed("damaged");
  if (things === null) return unconfirmed("logFailed");
  return { kind: "complete", state: "ok", findings: [{ code: "complete", count: counted.size }] };
}

const unconfirmed = (code: "damaged" | "logFailed"): Verdict => ({
  ...{ kind: "complete", state: "unconfirmed", findings: [{ code }] },
});

function isCounted(thing: ThingProof, { size, root }: TreeHead): boolean {
  const path = thing.path.flatMap((one) => fromBase64(one) ?? []);
  if (path.length !== thing.path.length) return false;
  const leaf = merkle.hashLeaf(utf8ToBytes(textOfThing(thing)));
  const made = merkle.rootOfInclusion(leaf, thing.index, size, path);
  return made !== null && isSame(made, root);
}

/** The first event of a thing that is missing. As many as there are damaged records may be among these. */
function findGap(
  { about, events, last }: ThingProof,
  rows: readonly EvidenceRow[],
  damaged: number,
): { findings: Finding[]; isUnclear: boolean } {
  const own = rows.filter(({ record }) => record.about.includes(about));
  const numbers = new Set(own.map(({ nth }) => nth[about]));
  const found = (code: "left" | "tooMany" | "lastDiffers", facts: { nth?: number; seq?: number }) => ({
    findings: [{ code, about, count: events, ...facts }],
    isUnclear: false,
  });
  if (own.length > events) return found("tooMany", {});
  const missing = events - own.length;
  if (missing > damaged) {
    let nth = 1;
    while (numbers.has(nth)) nth += 1;
    return found("left", { nth });
  }
  if (missing > 0) return { findings: [], isUnclear: true };
  for (let nth = 1; nth <= events; nth += 1) if (!numbers.has(nth)) return found("left", { nth });
  return own.at(-1)?.seq === last ? { findings: [], isUnclear: false } : found("lastDiffers", { seq: last });
}
