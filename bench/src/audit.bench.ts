import { spawn } from "node:child_process";
import { once } from "node:events";
import { printFigure } from "./figure.ts";
import { percentile } from "./timed-calls.ts";

/**
 * What the audit log costs a changing call: 50 at once, a statement alone and with its record before the answer; and
 * how many records a second the chain takes. The peer of a time is the same statement without the record.
 */
const measured = spawn(process.execPath, ["server/dist/main.js", "measure-audit"], {
  env: { ...process.env, LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
const output: string[] = [];
measured.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
const [code] = await once(measured, "close");
if (code !== 0) throw new Error(`the measure of the audit log ended with code ${code}`);
const { alone, audited, appended }: { alone: number[]; audited: number[]; appended: number } = JSON.parse(
  output.join(""),
);
for (const [word, share] of [
  ["p50", 0.5],
  ["p99", 0.99],
] as const) {
  printFigure({
    name: `50 changes at once with their audit records, ${word}`,
    value: rounded(audited, share),
    unit: "ms",
    peer: rounded(alone, share),
  });
}
printFigure({
  name: "records appended to the audit chain",
  value: Math.round(appended),
  unit: "rows/s",
  peer: null,
});

function rounded(sorted: readonly number[], share: number): number {
  return Number(percentile(sorted, share).toPrecision(4));
}
