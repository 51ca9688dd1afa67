import {
  type Assay,
  addAssays,
  getAssay,
  listAssays,
  reviewAssays,
  submitAssays,
} from "@tracewater/contract/laboratory/assays";
import { beforeAll, expect } from "vitest";
import type { Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

export function toBody(
  sample: { bodyCode: string; sampledOn?: string; pointCode?: string },
  results: object[],
) {
  return { sampledOn: "2026-03-03", pointCode: "NORTH-IN", method: "LC-MS/MS", ...sample, results };
}

/** A laboratory with its people, and what the tests of its results do over and over. */
export function assayWorld(platform: TestPlatform) {
  /** Known once the world is made, before the first test. */
  const at = { unitId: 0, pointId: 0 };
  const analyst: Session & { userName: string } = { token: "", userName: "" };
  const reviewer: Session & { userName: string } = { token: "", userName: "" };
  const both: Session = { token: "" };
  const viewer: Session = { token: "" };
  const foreign: Session = { token: "" };
  let bottlesMade = 0;

  beforeAll(async () => {
    at.unitId = await platform.addUnit("North");
    const south = await platform.addUnit("South");
    Object.assign(analyst, await platform.addUser({ unitId: at.unitId, roles: ["analyst"] }));
    Object.assign(reviewer, await platform.addUser({ unitId: at.unitId, roles: ["reviewer"] }));
    Object.assign(both, await platform.addUser({ unitId: at.unitId, roles: ["analyst", "reviewer"] }));
    Object.assign(viewer, await platform.addUser({ unitId: at.unitId, roles: ["viewer"] }));
    Object.assign(foreign, await platform.addUser({ unitId: south, roles: ["analyst", "reviewer"] }));
    at.pointId = await addPoint("NORTH-IN", at.unitId);
    await addPoint("SOUTH-IN", south);
  });

  async function addPoint(code: string, unitId: number): Promise<number> {
    const point = { code, name: `Plant ${code}`, kind: "plantInlet", unitId };
    const { id } = await platform.db
      .insertInto("samplingPoint")
      .values(point)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  async function addBottle(): Promise<{ id: number; bodyCode: string }> {
    bottlesMade += 1;
    const bottle = { bodyCode: `A${1000 + bottlesMade}`, unitId: at.unitId };
    return platform.db
      .insertInto("bottle")
      .values(bottle)
      .returning(["id", "bodyCode"])
      .executeTakeFirstOrThrow();
  }
  const cocaine = { analyte: "cocaine", value: "0.3400", loq: "0.005", uncertainty: "0.041" };

  async function enter(results: object[] = [cocaine], by: Session = analyst): Promise<Assay[]> {
    const { bodyCode } = await addBottle();
    const body = toBody({ bodyCode }, results) as never;
    const { data } = await platform.call(addAssays, { body }, by);
    const { rows } = await platform.call(listAssays, { query: { bodyCode, pageSize: 50 } }, by);
    expect(new Set(rows.map((row) => row.assayId))).toEqual(new Set(data.ids));
    return rows;
  }
  async function enterOne(result: object = cocaine, by: Session = analyst): Promise<Assay> {
    const [row] = await enter([result], by);
    if (row === undefined) throw new Error("nothing was entered");
    return row;
  }
  const read = async (id: number) => (await platform.call(getAssay, { params: { id } }, viewer)).data.assay;
  const submit = (...ids: number[]) => platform.call(submitAssays, { body: { ids } }, analyst);
  const approve = (ids: number[], by: Session = reviewer) =>
    platform.call(reviewAssays, { body: { ids, decision: "approve" as const } }, by);

  return {
    at,
    analyst,
    reviewer,
    both,
    viewer,
    foreign,
    addPoint,
    addBottle,
    cocaine,
    enter,
    enterOne,
    read,
    submit,
    approve,
  };
}
