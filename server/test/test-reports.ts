import { writeFile } from "node:fs/promises";
import { getReport, type getReportPdf, makeReport } from "@tracewater/contract/laboratory/reports";
import ExcelJS from "exceljs";
import { sql } from "kysely";
import { beforeAll } from "vitest";
import { eventually } from "./eventually.ts";
import { bearer, note, type Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** For looking at, where REPORT_DIR names a folder. */
export async function keepFile(name: string, file: Buffer): Promise<Buffer> {
  const folder = process.env["REPORT_DIR"];
  if (folder !== undefined) await writeFile(`${folder}/${name}`, file);
  return file;
}

/** A unit with its laboratory's people, and what the tests of its reports do over and over. */
export function reportWorld(platform: TestPlatform) {
  let unitId = 0;
  const analyst: Session = { token: "" };
  const reviewer: Session = { token: "" };
  const foreign: Session = { token: "" };
  let made = 0;

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    Object.assign(analyst, await platform.addUser({ unitId, roles: ["analyst"] }));
    Object.assign(reviewer, await platform.addUser({ unitId, roles: ["reviewer"] }));
    Object.assign(
      foreign,
      await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] }),
    );
  });

  async function addPoint(facts: { designFlow?: number; population?: number } = {}) {
    made += 1;
    const point = { code: `R${made}`, name: `污水处理厂 ${made}`, kind: "plantInlet", unitId, ...facts };
    const { id } = await platform.db
      .insertInto("samplingPoint")
      .values(point)
      .returning("id")
      .executeTakeFirstOrThrow();
    return { pointId: id, code: point.code };
  }
  async function addBottle(): Promise<{ bottleId: number; bodyCode: string }> {
    made += 1;
    const bodyCode = `RB${1000 + made}`;
    const { id } = await platform.db
      .insertInto("bottle")
      .values({ bodyCode, unitId })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { bottleId: id, bodyCode };
  }
  /** An approved result, straight into the database: how it comes there is tested with the assays. */
  async function addAssay(pointId: number, analyte: string, sampledOn: string, facts: object = {}) {
    const { bottleId } = await addBottle();
    const result = {
      ...{ unitId, bottleId, pointId, sampledOn, analyte, value: "0.34", flag: "quantified" },
      ...{ loq: "0.005", lod: null, uncertainty: "0.034", phase: "liquid", source: "lcms" },
      ...{ method: "", methodVersion: "", state: "approved", analystIds: [1_000_000], analyst: "a" },
      ...{ reviewerId: 2_000_000, ...facts },
    };
    const { id } = await platform.db
      .insertInto("assay")
      .values(result)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  /** The sample in the bottle of a result: from 06:00 for 24 hours, as its facts change it. */
  async function addSample(assayId: number, kind: string, facts: Record<string, unknown> = {}) {
    made += 1;
    const sampleNo = `Q-${made}`;
    const assay = await platform.db
      .selectFrom("assay")
      .select(["bottleId", "pointId", "unitId", sql<string>`to_char(sampled_on, 'YYYY-MM-DD')`.as("day")])
      .where("id", "=", assayId)
      .executeTakeFirstOrThrow();
    const began = new Date(`${assay.day}T06:00:00+08:00`);
    const { bottleId, pointId, unitId } = assay;
    await platform.db
      .insertInto("waterSampling")
      .values({
        ...{ sampleNo, bottleId, pointId, unitId, kind, origin: "manual", state: "opened" },
        ...{ began, ended: new Date(began.getTime() + 23 * 3_600_000), samplerPerson: "x", madeBy: "x" },
        ...facts,
      } as never)
      .execute();
    return sampleNo;
  }
  const days = { from: "2026-03-01", until: "2026-03-31" };
  const make = async (pointId: number, more: object = {}, as = analyst) => {
    const body = { pointId, ...days, analytes: ["mdma" as const], ...more };
    const { data } = await platform.call(makeReport, { body }, as);
    await eventually(async () => (await read(data.reportId)).state).not.toBe("running");
    return read(data.reportId);
  };
  const read = async (id: number) => (await platform.call(getReport, { params: { id } }, analyst)).data;
  async function fetchFile(id: number, call: typeof getReportPdf): Promise<Buffer> {
    const address = `${platform.url}/prod-api${call.path.replace(":id", String(id))}`;
    const answer = await fetch(address, { headers: bearer(analyst) });
    note(call, "success");
    return Buffer.from(await answer.arrayBuffer());
  }
  async function readBook(file: Buffer): Promise<Map<string, string[][]>> {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(new Uint8Array(file).buffer);
    return new Map(
      workbook.worksheets.map((sheet) => {
        const rows: string[][] = [];
        sheet.eachRow(
          (row) => void rows.push(Array.isArray(row.values) ? row.values.slice(1).map(String) : []),
        );
        return [sheet.name, rows];
      }),
    );
  }

  return {
    analyst,
    reviewer,
    foreign,
    addPoint,
    addBottle,
    addAssay,
    addSample,
    days,
    make,
    read,
    fetchFile,
    readBook,
  };
}
