import type { Certificate } from "./certificate.ts";
import type { NoteKey } from "./checkpoint.ts";
import { checkEvidence } from "./evidence-check.ts";
import type { Opened } from "./evidence-container.ts";
import { readEvidencePage } from "./evidence-file.ts";
import { describeFinding, stateNames, verdictNames } from "./evidence-verdict.ts";

/** What the command says, and its exit code: 0 valid, 1 not valid, 2 it was asked wrongly. */
export type Outcome = { code: 0 | 1 | 2; says: string };

/** What came another way than in the file. */
export type Trusted = {
  keys: readonly NoteKey[];
  witnesses: readonly NoteKey[];
  authorities: readonly Certificate[];
};

/** Verifies the file of one entrustment by its data alone: its own program is not run. */
export function verifyEvidenceFile(
  file: string,
  { html, differing }: Opened,
  { keys, witnesses, authorities }: Trusted,
  knownPage: string | null,
): Outcome {
  const { blocks, page } = readEvidencePage(html);
  const { verdicts, document, rows } = checkEvidence(blocks, keys, witnesses, authorities);
  const states = verdicts.map(({ state }) => state);
  const isFailed = states.includes("failed") || differing.length > 0;
  const word = isFailed ? "NOT VALID" : states.includes("unconfirmed") ? "NOT CONFIRMED" : "VALID";
  const number = document?.entrustment["entrustmentNo"];
  const about = typeof number === "string" ? `entrustment ${number}` : "an entrustment";
  const lines = verdicts.flatMap(({ kind, state, findings }) =>
    findings.map(
      (finding) => `${stateNames[state][0]}: ${verdictNames[kind][0]}: ${describeFinding(finding, "en")}`,
    ),
  );
  const parts = differing.map((name) => `Failed: ${name} in the archive is not what the page holds.`);
  const program =
    page === knownPage
      ? []
      : ["The page is not the one of this version of custody-verify: what it displays was not verified."];
  return {
    code: isFailed ? 1 : 0,
    says: [`${word}  ${file}: ${about}, ${rows.length} records`, ...lines, ...parts, ...program, ""].join(
      "\n",
    ),
  };
}
