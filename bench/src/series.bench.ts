import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { printFigure } from "./figure.ts";

/**
 * B4: seven days of one property (10,000 values) reduced to at most 500 points that keep the extremes, compared with
 * bare SQL on the same rows; the same with ten times the rows in the table; thirty days at ten seconds (260,000
 * values).
 */
const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, devices: { type: "string", default: "20" } },
});
const args = ["server/dist/main.js", "measure-series", "--rounds", given.rounds, "--devices", given.devices];
const measured = spawn(process.execPath, args, {
  env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
const output: string[] = [];
measured.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
const [code] = await once(measured, "close");
if (code !== 0) throw new Error(`the measure of series ended with code ${code}`);
type Times = Record<"bare" | "week" | "tenfold" | "month", number[]>;
const found: Times & { points: { week: number; month: number } } = JSON.parse(output.join(""));

print("B4 7 days of 10,000 values, p50", middle(found.week), "ms", middle(found.bare));
print("B4 the same, goal", middle(found.week), "ms", 8);
print("B4 the same with 10x the rows in the table, p50", middle(found.tenfold), "ms", middle(found.week));
print("B4 30 days of 260,000 values, p50", middle(found.month), "ms", 60);
print("B4 points of 7 days", found.points.week, "points", 500);
print("B4 points of 30 days", found.points.month, "points", 500);

function middle(times: readonly number[]): number {
  return times[Math.floor(times.length / 2)] ?? 0;
}

function print(name: string, value: number, unit: string, peer: number): void {
  const round = (figure: number) => Number(figure.toPrecision(4));
  printFigure({ name, value: round(value), unit, peer: round(peer) });
}
