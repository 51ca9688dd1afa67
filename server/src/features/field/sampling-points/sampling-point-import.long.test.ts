import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { expect, test } from "vitest";
import { bearer } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx, uploadSheet, waitForImport, writePoints } from "./point-workbooks.fixture.ts";

/** The resident set of this process, in which the server runs alongside the test, in MB. */
function watchMemory() {
  const read = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const before = read();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, read());
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return { before, peak, after: read() };
    },
  };
}

const dataDir = await mkdtemp(join(tmpdir(), "tw-points-long-"));

onPlatform(
  "50,000 sampling points",
  (platform) => {
    test("come in, come in again without a second of any, are cut off at the limit, and go out", async () => {
      const unitId = await platform.addUnit("North");
      const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
      const rows = Array.from({ length: 50_000 }, (_, at) => ({
        code: `L-${at}`,
        name: `A place whose name is of a usual length, number ${at}`,
        kind: "Plant inlet",
        unit: "North",
        population: at,
      }));
      const file = Buffer.from(await writePoints(rows));
      const memory = watchMemory();
      const first = await waitForImport(
        platform,
        engineer,
        await uploadSheet(platform.url, engineer, file, "0"),
      );
      const { before, peak, after } = memory.stop();
      process.stdout.write(
        `${JSON.stringify({ name: "import of 50,000 rows, memory", before, peak, after, unit: "MB", peer: 200 })}\n`,
      );
      expect(peak - before).toBeLessThan(200);
      expect(first).toMatchObject({ state: "done", read: 50_000, added: 50_000, refused: 0 });
      const second = await waitForImport(
        platform,
        engineer,
        await uploadSheet(platform.url, engineer, file, "0"),
      );
      expect(second).toMatchObject({ state: "done", added: 0, refused: 50_000 });
      const again = await uploadSheet(platform.url, engineer, file, "1");
      expect(await waitForImport(platform, engineer, again)).toMatchObject({ updated: 50_000, refused: 0 });
      const { total } = await platform.call(
        samplingPoints.calls.list,
        { query: { keyword: "L-" } },
        engineer,
      );
      expect(total).toBe(50_000);

      const tooMany = Buffer.from(await writePoints([...rows, { ...rows[0], code: "over" }]));
      const over = await waitForImport(
        platform,
        engineer,
        await uploadSheet(platform.url, engineer, tooMany, "1"),
      );
      expect(over).toMatchObject({ state: "failed", read: 50_000 });

      const address = `${platform.url}/prod-api${samplingPoints.path}/export`;
      const answer = await fetch(address, { headers: bearer(engineer) });
      expect(await readXlsx(await answer.arrayBuffer())).toHaveLength(50_001);
    });
  },
  { env: { DATA_DIR: dataDir } },
);
