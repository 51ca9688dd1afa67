/**
 * Files of more than 300 lines that stay whole, with the reason. They have at most 400; nothing new is added without one.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const longFiles = {
  "contract/src/laboratory/analytical-batches.ts": "calls of one thing, each short",
  "console/src/login/login.css": "one page's sheet, loaded before everything else",
  "contract/src/laboratory/assays.ts": "calls of one thing, each short",
  "contract/src/laboratory/report-labels.ts": "a table of labels",
  "contract/src/laboratory/samplings.ts": "calls of one thing, each short",
  "server/src/features/fleet/firmware/upgrade.test.ts": "one scenario with its own stage",
  "server/src/features/laboratory/assays/instrument-file.test.ts": "one scenario with its own stage",
  "server/src/features/laboratory/boards/board-test.test.ts": "one scenario with its own stage",
  "server/src/features/laboratory/limits/limit.test.ts": "one scenario with its own stage",
  "server/src/features/laboratory/plans/plan.test.ts": "one scenario with its own stage",
  "server/src/features/laboratory/populations/population.test.ts": "one scenario with its own stage",
  "server/src/features/laboratory/quality/analytical-batch.test.ts": "one scenario with its own stage",
};
