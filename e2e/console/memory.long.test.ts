import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUpLater } from "../support/clean-up.ts";

const root = join(import.meta.dirname, "../..");

test("200 tabs, 20 colours and 10 minutes of live updates leave nothing behind; six tabs hold one stream", async () => {
  const figures = await runBench(["memory", "--minutes", "10", "--tabs", "200"]);
  const ratioOf = (name: string) => figures.find((figure) => figure.name.startsWith(name))?.ratio;
  for (const work of ["200 tabs", "20 changes", "10 minutes"]) {
    expect(ratioOf(`heap after ${work}`), work).toBeLessThan(1.15);
    expect(ratioOf(`nodes after ${work}`), work).toBeLessThan(1.05);
    expect(ratioOf(`listeners after ${work}`), work).toBeLessThan(1.1);
  }
  const shown = (name: string) => figures.find((figure) => figure.name === name)?.value;
  expect(shown("live messages meanwhile")).toBeGreaterThan(10_000);
  expect(shown("live streams of six tabs")).toBe(1);
  expect(shown("errors in the console")).toBe(0);
});

type Figure = { name: string; value: number; ratio: number | null };

/** Runs a benchmark; what it printed goes on to the report. */
async function runBench(args: readonly string[]): Promise<Figure[]> {
  const bench = spawn(process.execPath, [join(root, "tools/run/bench.mjs"), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUpLater(() => bench.kill("SIGTERM"));
  let text = "";
  bench.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
    process.stdout.write(piece);
  });
  const [code] = await once(bench, "close");
  expect(code).toBe(0);
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}
