import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { queryDeviceProperty } from "@tracewater/contract/fleet/group-logs";
import { exportReadings } from "@tracewater/contract/fleet/telemetry";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { exportCases } from "../../test/exports/export-cases.ts";
import {
  type Column,
  type ExportCase,
  type Language,
  moment,
  type Row,
} from "../../test/exports/export-columns.ts";
import { at, formulas, makeWorld, type World } from "../../test/exports/export-world.ts";
import { asCsv, type ReadCell, readCsvCells, readSheetCells } from "../../test/exports/workbook-cells.ts";
import { addressOf, bearer, note } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";

/** What goes out and is no table of rows: proofs, documents, media. */
const noTables = ["exportAuditChain", "exportCustodyChain", "exportLotFile"];
/** Compared with their list by a test of their own. */
const elsewhere = [
  "exportAppUsers",
  "exportAppUsersByForm",
  "exportPlanRun",
  "exportPlanRunByForm",
  "exportBoxUses",
  "exportBoxUsesByForm",
];
const dataDir = await mkdtemp(join(tmpdir(), "tw-exports-"));

onPlatform(
  "Every export",
  (platform) => {
    let world: World;
    beforeAll(async () => {
      world = await makeWorld(platform);
    }, 60_000);

    const fetchExport = async (call: AnyCall, given: { params?: Row; query?: Row }, language: Language) => {
      const isForm = call.method === "POST";
      const { query = {}, ...rest } = given;
      const response = await fetch(`${platform.url}/prod-api${addressOf(call, isForm ? rest : given)}`, {
        method: call.method,
        headers: {
          ...bearer(await platform.admin()),
          "accept-language": language,
          ...(isForm ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
        ...(isForm
          ? {
              body: new URLSearchParams(
                Object.entries(query).map(([k, v]): [string, string] => [k, String(v)]),
              ),
            }
          : {}),
      });
      expect(response.headers.get("content-type")).not.toContain("json");
      note(call, "success");
      return response;
    };

    /** What the list shows, all of it, before the export itself adds to the logs. */
    async function listed(one: ExportCase, language: Language): Promise<Row[]> {
      const given = one.inputOf?.(world) ?? {};
      const hasPages = one.list.query instanceof z.ZodObject && "pageSize" in one.list.query.shape;
      const query = { ...given.query, ...(hasPages ? { pageSize: 500 } : {}) };
      const { body } = await platform.ask(one.list, { ...given, query }, await platform.admin(), {
        "accept-language": language,
      });
      const rows = (one.rowsOf ?? ((found: Row) => found["rows"]))(body);
      return rows as Row[];
    }

    async function columnsOf(one: ExportCase, language: Language): Promise<readonly Column[]> {
      if (one.group === undefined) return one.columns(language);
      const query = { deviceName: world.device.credentials.deviceName };
      const input = { params: { family: "waterSample" as const }, query };
      const { data } = await platform.call(queryDeviceProperty, input, await platform.admin());
      const values = (row: Row) => row["values"] as Row;
      const [reportedAt, received] = { en: ["Device time", "Received"], zh: ["设备时间", "接收时间"] }[
        language
      ];
      return [
        [reportedAt ?? "", (row) => moment()(row["at"])],
        [received ?? "", (row) => moment()(row["receivedAt"])],
        ...data.properties
          .filter((property) => property.group === one.group)
          .map((property): Column => {
            const name = language === "zh" ? property.nameZh : property.name;
            const head = property.unit === null ? name : `${name} (${property.unit})`;
            return [head, (row) => values(row)[property.identifier]];
          }),
      ];
    }

    test("has a row in the table of exports, or is no table", () => {
      const calls = declaredCalls.filter((call) => call.answers === "file" && call.name.startsWith("export"));
      const held = exportCases.flatMap(({ call }) => [call.name, `${call.name}ByForm`]);
      const known = [...held, exportReadings.name, ...noTables, ...elsewhere];
      expect(calls.map((call) => call.name).filter((name) => !known.includes(name))).toEqual([]);
    });

    describe.each(exportCases.map((one) => [one.call.name, one] as const))("%s", (_name, one) => {
      const form = declaredCalls.find((call) => call.name === `${one.call.name}ByForm`);
      const ways = [one.call, ...(form === undefined ? [] : [form])];
      const formats = one.formats ?? (["xlsx"] as const);
      const runs = (["en", "zh"] as const).flatMap((language) =>
        ways.flatMap((call) => formats.map((format) => ({ language, call, format }))),
      );

      test.each(runs)(
        "reports $language $format by $call.method what its list reports",
        async ({ language, call, format }) => {
          const rows = await listed(one, language);
          expect(rows.length).toBeGreaterThan(0);
          const columns = await columnsOf(one, language);
          const given = one.inputOf?.(world) ?? {};
          const wanted = one.formats === undefined ? given : { ...given, query: { ...given.query, format } };
          const response = await fetchExport(call, wanted, language);
          const cells =
            format === "csv"
              ? readCsvCells(await response.text())
              : await readSheetCells(await response.arrayBuffer());
          const [head, ...found] = cells;
          expect(head).toEqual(columns.map(([word]) => word));
          const expected = rows.map((row) => columns.map(([, cell]) => toCell(cell(row), format)));
          expect(sorted(found)).toEqual(sorted(expected));
          const texts = found.flat().map((cell) => String(cell).replace(/^'/, ""));
          const signs = [...(one.signs ?? "=+-@")];
          expect(signs.filter((sign) => !texts.some((text) => text.startsWith(sign)))).toEqual([]);
        },
      );
    });

    test.each(["xlsx", "csv"] as const)("of readings reports %s of each stored value", async (format) => {
      const { id } = world.device.credentials;
      const query = {
        deviceId: id,
        begin: at - 1,
        end: at + 86_400_000,
        identifiers: "programName,flow",
        format,
      };
      const response = await fetchExport(exportReadings, { query }, "en");
      const cells =
        format === "csv"
          ? readCsvCells(await response.text())
          : await readSheetCells(await response.arrayBuffer());
      const [head, ...found] = cells;
      expect(head).toEqual([
        ...["Device time", "Received", "Property", "Identifier", "Value", "Unit", "Meaning", "Remarks"],
      ]);
      const about = (n: number) => moment()(at + n * 60_000);
      const texts = formulas.map((text, n) => [about(n), "Program", "programName", text, null, null, null]);
      const flows = formulas.map((_, n) => [about(n), "Flow", "flow", 512.5, "m³/h", null, null]);
      const expected = [...texts, ...flows].map((row) => row.map((cell) => toCell(cell, format)));
      expect(found.map(([time, , ...rest]) => [time, ...rest])).toEqual(expected);
    });
  },
  { env: { DATA_DIR: dataDir } },
);

/** An empty text is an empty cell. */
function toCell(value: unknown, format: "xlsx" | "csv"): ReadCell {
  const cell = typeof value === "number" || (typeof value === "string" && value !== "") ? value : null;
  return format === "csv" ? asCsv(cell) : cell;
}

function sorted(rows: readonly (readonly ReadCell[])[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
