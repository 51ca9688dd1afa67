import { addEntrustment } from "@tracewater/contract/evidence/entrustments";
import { addEvidenceItem } from "@tracewater/contract/evidence/items";
import { addWorkOrder } from "@tracewater/contract/field/work-orders";
import { addAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { addPlan } from "@tracewater/contract/laboratory/plans";
import { searchThings } from "@tracewater/contract/operations/search";
import { beforeAll, expect, test } from "vitest";
import { deliveryWorld } from "../../../../test/test-deliveries.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = 86_400_000;

onPlatform("The search for records", (platform) => {
  const world = deliveryWorld(platform);
  const { at, sender, analyst, foreign } = world;
  let packed: Awaited<ReturnType<typeof world.pack>>;
  const made = { planNo: "", orderNo: "" };

  beforeAll(async () => {
    packed = await world.pack(2);
    const plan = {
      ...{ name: "Weekdays", pointId: at.pointId, deviceId: null, purpose: "routine", mode: "ctcv" },
      ...{ startsAt: Date.now(), endsAt: Date.now() + 30 * day, zone: "Asia/Shanghai", intervalMin: 15 },
      ...{ aliquot: 200, bottles: 24, days: ["mon"], analytes: ["cocaine"], preservative: "none" },
      ...{ holdingHours: 48, note: "" },
    } as never;
    made.planNo = (await platform.call(addPlan, { body: plan }, sender)).data.planNo;
    const order = {
      ...{ title: "Clean the strainer", titleZh: "清洗滤网", pointId: at.pointId, assignee: "Li Na" },
      ...{ due: Date.now() + day, steps: [{ en: "Stop the pump", zh: "停泵" }], note: "" },
    };
    made.orderNo = (await platform.call(addWorkOrder, { body: order }, sender)).data.orderNo;
    const batch = {
      ...{ batchNo: "LC-0019", unitId: at.toUnitId, instrument: "LC 1", method: "SOP 7" },
      ...{ methodVersion: "2", runAt: Date.now(), note: "" },
    } as never;
    await platform.call(addAssayBatch, { body: batch }, analyst);
  });

  const find = async (keyword: string, as: Session) =>
    (await platform.call(searchThings, { query: { keyword } }, as)).data.map(
      ({ kind, number }) => `${kind} ${number}`,
    );

  test("finds each kind by its number", async () => {
    const [sample] = packed.samples;
    if (sample === undefined) throw new Error("nothing was packed");
    const { bodyCode, sampleNo, sealNo } = sample;
    expect(await find(bodyCode, sender)).toEqual([`bottle ${bodyCode}`]);
    expect(await find(sampleNo.toLowerCase(), sender)).toEqual([`sample ${sampleNo}`]);
    expect(await find(sealNo, sender)).toContain(`sample ${sampleNo}`);
    expect(await find(packed.deliveryNo, sender)).toEqual([`delivery ${packed.deliveryNo}`]);
    expect(await find(made.planNo.toLowerCase(), sender)).toEqual([`plan ${made.planNo}`]);
    expect(await find(made.orderNo, sender)).toEqual([`workOrder ${made.orderNo}`]);
    expect(await find("lc-00", analyst)).toEqual(["analyticalBatch LC-0019"]);
  });

  test("finds entrustments by number and case, and their items by number and seal, within the reader's units", async () => {
    const custodian = await platform.addUser({ unitId: at.unitId, roles: ["custodian"] });
    const letter = { unitId: at.unitId, clientName: "Court", caseNo: "CP-77", matters: "?" };
    const workTypes = ["other" as const];
    const entrusted = (await platform.call(addEntrustment, { body: { ...letter, workTypes } }, custodian))
      .data;
    const body = { entrustmentId: entrusted.id, name: "Phone", quantity: 1, sealNo: "SE-9917" };
    const item = (await platform.call(addEvidenceItem, { body }, custodian)).data;
    expect(await find(entrusted.entrustmentNo, custodian)).toEqual([
      `entrustment ${entrusted.entrustmentNo}`,
    ]);
    expect(await find("cp-77", custodian)).toEqual([`entrustment ${entrusted.entrustmentNo}`]);
    expect(await find(item.itemNo, custodian)).toEqual([`evidenceItem ${item.itemNo}`]);
    expect(await find("se-9917", custodian)).toEqual([`evidenceItem ${item.itemNo}`]);
    for (const number of [entrusted.entrustmentNo, item.itemNo])
      expect(await find(number, foreign)).toEqual([]);
    expect(await find(item.itemNo, sender)).toEqual([]);
  });

  test("finds a delivery for the sender and the laboratory, and nothing of them for anybody else", async () => {
    expect(await find(packed.deliveryNo, analyst)).toEqual([`delivery ${packed.deliveryNo}`]);
    for (const number of [packed.deliveryNo, made.planNo, made.orderNo, "LC-0019"]) {
      expect(await find(number, foreign), number).toEqual([]);
    }
  });

  test("finds no kind whose list is not one's own to read", async () => {
    const nobody = await platform.addUser({ unitId: at.unitId });
    for (const number of [packed.deliveryNo, made.planNo, made.orderNo]) {
      expect(await find(number, nobody), number).toEqual([]);
    }
  });
});
