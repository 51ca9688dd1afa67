import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { exportReadings } from "@tracewater/contract/fleet/telemetry";
import ExcelJS from "exceljs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addressOf, bearer } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const count = 1_000_000;
const dataDir = await mkdtemp(join(tmpdir(), "tw-million-"));

onPlatform(
  "A million readings",
  (platform) => {
    const fill = async () => {
      const { id } = await platform.addDevice();
      const end = Date.now();
      const begin = end - (count - 1) * 1000;
      for (const at of [begin, end]) {
        await sql`select make_telemetry_month(${new Date(at)}::date)`.execute(platform.db);
      }
      await sql`insert into metric (identifier) values ('ph') on conflict do nothing`.execute(platform.db);
      for (let from = 0; from < count; from += 100_000) {
        await sql`insert into telemetry (device_id, metric, flags, ts, value, received_at)
          select ${id}::int, (select id from metric where identifier = 'ph'), 0,
            to_timestamp((${begin}::float8 + g * 1000) / 1000), g, now()
          from generate_series(${from}::int, ${from + 99_999}::int) g`.execute(platform.db);
      }
      return { deviceId: id, identifiers: "ph", begin, end };
    };
    /** Saves the answer, and shows by how much the server's memory (this process) rose meanwhile. */
    const save = async (query: Record<string, string | number>, to: string) => {
      globalThis.gc?.();
      const before = process.memoryUsage().rss;
      let max = before;
      const watch = setInterval(() => {
        max = Math.max(max, process.memoryUsage().rss);
      }, 20);
      const path = addressOf(exportReadings, { query });
      const answer = await fetch(`${platform.url}/prod-api${path}`, {
        headers: bearer(await platform.admin()),
      });
      if (answer.body === null) throw new Error("the answer has no body");
      await writeFile(to, answer.body);
      clearInterval(watch);
      return (max - before) / 1024 / 1024;
    };

    test("go out as csv and as xlsx, each of them once, in a memory that does not grow with them", async () => {
      const query = await fill();
      const [csv, xlsx] = [join(dataDir, "a.csv"), join(dataDir, "a.xlsx")];
      const rose = [
        await save({ ...query, format: "csv" }, csv),
        await save({ ...query, format: "xlsx" }, xlsx),
      ];
      let lines = 0;
      let sum = 0;
      for await (const line of createInterface({ input: createReadStream(csv) })) {
        if (lines > 0) sum += Number(line.split(",")[4]);
        lines += 1;
      }
      expect({ lines, sum }).toEqual({ lines: count + 1, sum: ((count - 1) * count) / 2 });
      let rows = 0;
      for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(xlsx, {})) {
        for await (const row of sheet) rows = row.number;
      }
      expect(rows).toBe(count + 1);
      // The rows of the csv alone are 90 MB; one batch of 5,000 is 1 MB.
      expect(Math.max(...rose)).toBeLessThan(250);
      await rm(dataDir, { recursive: true, force: true });
    });
  },
  { env: { DATA_DIR: join(dataDir, "data") } },
);
