import {
  changeEntrustment,
  confirmEntrustment,
  decideEntrustment,
  exportEntrustments,
  getEntrustment,
  listEntrustments,
  listEvidenceStaff,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { expect, test } from "vitest";
import { verifyExport } from "../../../../test/test-chain.ts";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

const chainExport = "/prod-api/v2/admin/laboratory/custody/chain/export";

onPlatform("Entrustments", (platform) => {
  const world = evidenceWorld(platform);
  const { custodian, analystA, analystB, reviewer, boss, foreign } = world;

  test("go from the draft to their closing, each step with an event of the one signed custody chain", async () => {
    const { id, itemId } = await world.begin();
    await world.pass(itemId, custodian, analystA);
    await world.record(itemId, { step: "test", amount: 2.5 }, analystA);
    await world.step(id, "report", reviewer);
    expect(
      await platform.refusal(stepEntrustment, { body: { entrustmentId: id, step: "return" } }, custodian),
    ).toMatchObject({
      code: 500,
    });
    await world.pass(itemId, analystA, custodian);
    await world.record(itemId, { step: "return", toPerson: "J. Roe" }, custodian);
    await world.step(id, "return", custodian);
    await world.step(id, "close", custodian);
    const done = await world.read(id);
    expect(done).toMatchObject({
      ...{ state: "closed", decision: "accepted", reportNo: "R-1", clientConfirmed: { who: "J. Roe" } },
      balance: [{ unit: "g", received: 10, consumed: 2.5, reserve: 0, returned: 7.5, destroyed: 0, gap: 0 }],
      may: { change: false, decide: false, steps: [] },
    });
    const { events, verification, differences, incomplete } = await world.track(id);
    const steps = events.filter((event) => event.kind === "step").map((event) => event.condition);
    const confirmed = ["clientConfirmed", "institutionConfirmed"];
    expect(steps).toEqual(["submit", "accepted", ...confirmed, "start", "report", "return", "close"]);
    expect({ damaged: verification.damaged, differences, incomplete }).toEqual({
      ...{ damaged: [], differences: [], incomplete: [] },
    });
    const whole = await verifyExport(platform, await platform.admin(), chainExport);
    expect(whole).toMatchObject({ code: 0 });
  });

  test("refuse a step that is out of order, and write nothing", async () => {
    const { id } = await world.entrust();
    const before = await world.read(id);
    for (const step of ["start", "report", "return", "close"] as const) {
      const refusal = await platform.refusal(
        stepEntrustment,
        { body: { entrustmentId: id, step } },
        custodian,
      );
      expect(refusal).toMatchObject({ code: 409 });
    }
    const empty = { body: { entrustmentId: id, step: "submit" as const } };
    expect(await platform.refusal(stepEntrustment, empty, custodian)).toMatchObject({ code: 500 });
    const decision = { entrustmentId: id, decision: "accepted" as const, ...world.staff() };
    expect(await platform.refusal(decideEntrustment, { body: decision }, boss)).toMatchObject({ code: 409 });
    expect(await world.read(id)).toEqual(before);
    expect((await world.track(id)).events.map((event) => event.kind)).toEqual(["register"]);
  });

  test("are decided within seven working days; a supplement stops the clock, and only the client's side goes on", async () => {
    const { id } = await world.entrust();
    await world.register(id);
    await world.step(id, "submit", custodian);
    const submitted = await world.read(id);
    expect(submitted.decisionDue).toMatch(/^\d{4}-\d\d-\d\d$/);
    const asked = { decision: "supplement", reason: "The seal is not photographed" };
    await world.decide(id, asked);
    expect(await world.read(id)).toMatchObject({
      state: "submitted",
      decision: "supplement",
      decisionDue: null,
    });
    const again = { body: { entrustmentId: id, decision: "accepted" as const, ...world.staff() } };
    expect((await platform.refusal(decideEntrustment, again, boss)).msg).toContain("waits for a supplement");
    const written = {
      clientName: "District court",
      matters: "Identity and purity?",
      workTypes: ["other" as const],
    };
    await platform.call(changeEntrustment, { body: { ...written, entrustmentId: id } }, custodian);
    await world.step(id, "submit", custodian);
    expect(await world.read(id)).toMatchObject({
      ...{ decision: null, decisionDue: submitted.decisionDue, matters: "Identity and purity?" },
    });
    await world.decide(id, { decision: "refused", refusalGround: "entrustedElsewhere", reason: "also at B" });
    expect(await world.read(id)).toMatchObject({ state: "refused", refusalGround: "entrustedElsewhere" });
  });

  test("are accepted with two examiners and a reviewer who are three persons of the unit", async () => {
    const { id } = await world.entrust();
    await world.register(id);
    await world.step(id, "submit", custodian);
    const faults = [
      [{ secondExaminerId: analystA.id }, "secondExaminerId"],
      [{ reviewerId: analystB.id }, "reviewerId"],
      [{ firstExaminerId: foreign.id }, "firstExaminerId"],
      [{ firstExaminerId: null }, "firstExaminerId"],
      [{ decision: "refused", reason: "no" }, "refusalGround"],
      [{ decision: "supplement" }, "reason"],
    ] as const;
    for (const [more, field] of faults) {
      const body = { entrustmentId: id, decision: "accepted" as const, ...world.staff(), ...more };
      expect(await platform.refusal(decideEntrustment, { body }, boss)).toMatchObject({
        ...{ code: 400, errors: [{ field }] },
      });
    }
    expect(await world.read(id)).toMatchObject({ state: "submitted", decision: null });
    const { data } = await platform.call(listEvidenceStaff, {}, custodian);
    expect(data.map((one) => one.userId)).not.toContain(foreign.id);
    expect(data.map((one) => one.userId)).toContain(analystA.id);
  });

  test("start once both sides confirmed by two accounts, by an examiner; the reviewer reports", async () => {
    const { id } = await world.entrust();
    await world.register(id);
    await world.step(id, "submit", custodian);
    await world.decide(id);
    const start = { body: { entrustmentId: id, step: "start" as const } };
    expect((await platform.refusal(stepEntrustment, start, analystA)).msg).toContain("Both sides");
    const confirm = (side: "client" | "institution") => ({
      body: { entrustmentId: id, side, person: "J. Roe" },
    });
    await platform.call(confirmEntrustment, confirm("client"), custodian);
    expect(await platform.refusal(confirmEntrustment, confirm("institution"), custodian)).toMatchObject({
      code: 500,
    });
    await platform.call(confirmEntrustment, confirm("institution"), boss);
    expect((await platform.refusal(stepEntrustment, start, boss)).msg).toContain("examiners");
    await platform.call(stepEntrustment, start, analystB);
    const report = { body: { entrustmentId: id, step: "report" as const, reportNo: "R-7" } };
    expect((await platform.refusal(stepEntrustment, report, analystA)).msg).toContain("reviewer");
    expect((await world.read(id, reviewer)).may.steps).toEqual(["report"]);
  });

  test("are listed, searched, filtered and exported within the reader's units", async () => {
    const { id, entrustmentNo } = await world.entrust({
      workTypes: ["electronicData", "other"],
      caseNo: "C-9",
    });
    const list = async (query: object, as = custodian) =>
      (await platform.call(listEntrustments, { query }, as)).rows;
    expect(await list({ keyword: "C-9", workType: "electronicData", state: "draft" })).toMatchObject([
      { entrustmentId: id, clientName: "District court", itemCount: 0 },
    ]);
    expect(await list({ keyword: "C-9", workType: "forensicClinical" })).toEqual([]);
    expect(await list({ keyword: "C-9" }, foreign)).toEqual([]);
    expect(await platform.refusal(getEntrustment, { params: { id } }, foreign)).toMatchObject({ code: 404 });
    const path = `/prod-api/v2/admin/evidence/entrustment/export?keyword=${entrustmentNo}`;
    const file = await fetch(platform.url + path, { headers: bearer(custodian) });
    note(exportEntrustments, "success");
    const [heads = [], cells = []] = await readXlsx(await file.arrayBuffer());
    expect(cells[heads.indexOf("Work types")]).toBe("Electronic data, Other");
  });
});
