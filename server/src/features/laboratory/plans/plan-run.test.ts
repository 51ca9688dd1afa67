import { exportPlanRun, listPlanRun } from "@tracewater/contract/laboratory/plan-runs";
import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { addressOf, bearer, note, type Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint } from "../../../../test/test-samples.ts";

/** Far from the server's zone: the days are those of the plan's own. */
const zone = "Pacific/Kiritimati";
const today = Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(Date.now()));
/** A day of the plan's zone by how far it is from today, and a moment of it. */
const day = (offset: number) => new Date(today + offset * 86_400_000).toISOString().slice(0, 10);
const momentOf = (offset: number) => new Date(`${day(offset)}T00:30:00+14:00`);
const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

onPlatform("The run of a sampling plan", (platform) => {
  let reader: Session = { token: "" };
  let elsewhere: Session = { token: "" };
  let planId = 0;

  beforeAll(async () => {
    const unitId = await platform.addUnit("North");
    const { pointId } = await addPoint(platform, unitId, "PR-01");
    reader = await platform.addUser({ unitId, roles: ["analyst"] });
    elsewhere = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
    const plan = {
      ...{ planNo: "SP-RUN-1", name: "Weekdays", unitId, pointId, purpose: "routine", mode: "grab" },
      ...{ startsAt: new Date(`${day(-3)}T00:00:00+14:00`), endsAt: new Date(`${day(2)}T00:00:00+14:00`) },
      ...{ zone, aliquot: 200, bottles: 1, days: weekDays },
      ...{ analytes: ["cocaine"], preservative: "none", holdingHours: 24, state: "approved" },
      ...{ madeBy: "test", madeById: 1, approvedBy: "other", approvedAt: new Date(0) },
    };
    planId = (
      await platform.db
        .insertInto("samplingPlan")
        .values(plan as never)
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
    const sample = async (sampleNo: string, at: Date, more: object = {}) => {
      const facts = { unitId, pointId, planId, origin: "manual", kind: "grab", samplerPerson: "Li" };
      await platform.db
        .insertInto("waterSampling")
        .values({ ...facts, sampleNo, began: at, ended: at, madeBy: "test", ...more } as never)
        .execute();
    };
    await sample("PR-TAKEN", momentOf(-3), { aliquotsTaken: 20, aliquotsMissed: 4 });
    await sample("PR-VOID", momentOf(-2), { state: "void" });
    await sample("PR-EXTRA", momentOf(-5));
  });

  const read = (query: object = {}, as = reader) =>
    platform.call(listPlanRun, { query: { planId, ...query } } as never, as);

  test("sets each planned day against its samples: taken, missed, due, and what was not planned", async () => {
    const { rows, total, plan, summary } = await read();
    expect([plan.planNo, total]).toEqual(["SP-RUN-1", 6]);
    expect(rows.map((row) => [row.day, row.outcome, row.sampleNo])).toEqual([
      [day(-5), "extra", "PR-EXTRA"],
      [day(-3), "taken", "PR-TAKEN"],
      [day(-2), "missed", null],
      [day(-1), "missed", null],
      [day(0), "due", null],
      [day(1), "due", null],
    ]);
    expect(summary).toMatchObject({
      ...{ planned: 5, dueSoFar: 3, taken: 1, missed: 2, samples: 2, extra: 1 },
      ...{ aliquotsTaken: 20, aliquotsMissed: 4, delivered: 0, measured: 0, exceeded: 0 },
    });
  });

  test("is filtered and paged, and its sums stay those of the whole run", async () => {
    const { rows, total, summary } = await read({ outcome: "missed", pageSize: 1, pageNum: 2 });
    expect([rows.map((row) => row.day), total, summary.planned]).toEqual([[day(-1)], 2, 5]);
  });

  test("is exported with the same rows", async () => {
    const input = { query: { planId, outcome: "taken" } };
    const response = await fetch(`${platform.url}/prod-api${addressOf(exportPlanRun, input)}`, {
      headers: bearer(await platform.admin()),
    });
    note(exportPlanRun, "success");
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await response.arrayBuffer());
    const cells = workbook.worksheets[0]?.getRow(2).values as unknown[];
    expect(cells.slice(1, 4)).toEqual([day(-3), "Taken", "PR-TAKEN"]);
  });

  test("belongs to the plan's unit: elsewhere it does not exist", async () => {
    const query = { planId } as never;
    expect(await platform.refusal(listPlanRun, { query }, elsewhere)).toMatchObject({ code: 404 });
  });
});
