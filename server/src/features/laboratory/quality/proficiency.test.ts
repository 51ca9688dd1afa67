import {
  addProficiencyResult,
  listProficiencyResults,
  removeProficiencyResult,
} from "@tracewater/contract/laboratory/proficiency-rounds";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Proficiency tests", (platform) => {
  let analyst: Session = { token: "" };
  let foreign: Session = { token: "" };
  const given = {
    ...{ provider: "SCORE", round: "2025", sample: "A", analyte: "mdma" as const, heldOn: "2025-11-03" },
    ...{ assigned: "0.100", sigma: "0.020", value: "0.148", source: "SCORE report 2025, table 4" },
  };

  beforeAll(async () => {
    analyst = await platform.addUser({ unitId: await platform.addUnit("North"), roles: ["analyst"] });
    foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["analyst"] });
  });
  const list = async (as: Session, query: object = {}) =>
    (await platform.call(listProficiencyResults, { query }, as)).rows;

  test("have z by the provider's sigma, and zeta where both uncertainties are stated", async () => {
    await platform.call(addProficiencyResult, { body: given }, analyst);
    const both = { ...given, sample: "B", uncertainty: "0.032", assignedUncertainty: "0.024" };
    await platform.call(addProficiencyResult, { body: { ...both, value: "0.130" } }, analyst);
    const [second, first] = await list(analyst);
    expect(first).toMatchObject({ zClass: "warning", zeta: null, zetaClass: null, value: "0.148" });
    // 0.048 / 0.020
    expect(first?.z).toBeCloseTo(2.4, 9);
    // 0.030 / 0.020; 0.030 / sqrt(0.016^2 + 0.012^2); 0.012 is above 0.3 x 0.020
    expect(second?.z).toBeCloseTo(1.5, 9);
    expect(second?.zeta).toBeCloseTo(1.5, 9);
    expect(second).toMatchObject({
      zClass: "acceptable",
      zetaClass: "acceptable",
      isAssignedUncertain: true,
    });
    expect(await list(analyst, { analyte: "cocaine" })).toEqual([]);
    expect(await list(analyst, { keyword: "score" })).toHaveLength(2);
  });

  test("are entered once, with figures above zero and a day that has been", async () => {
    const once = { ...given, sample: "C" };
    await platform.call(addProficiencyResult, { body: once }, analyst);
    expect(await platform.refusal(addProficiencyResult, { body: once }, analyst)).toMatchObject({
      code: 409,
      errors: [{ field: "round" }],
    });
    for (const [more, field] of [
      [{ sigma: "0" }, "sigma"],
      [{ assigned: "0.0" }, "assigned"],
      [{ heldOn: "2999-01-01" }, "heldOn"],
      [{ source: "" }, "source"],
    ] as const) {
      const body = { ...given, sample: "D", ...more };
      expect(await platform.refusal(addProficiencyResult, { body }, analyst), field).toMatchObject({
        code: 400,
        errors: [{ field }],
      });
    }
  });

  test("of another unit are not seen and not deleted", async () => {
    expect(await list(foreign)).toEqual([]);
    const { data } = await platform.call(addProficiencyResult, { body: { ...given, sample: "E" } }, analyst);
    const params = { id: data.id };
    expect(await platform.refusal(removeProficiencyResult, { params }, foreign)).toMatchObject({ code: 404 });
    await platform.call(removeProficiencyResult, { params }, analyst);
    expect((await list(analyst)).some((one) => one.roundId === data.id)).toBe(false);
    expect(await platform.refusal(listProficiencyResults, {}, { token: "" })).toMatchObject({ code: 401 });
  });
});
