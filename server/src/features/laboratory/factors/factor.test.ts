import {
  addFactorVersion,
  analyteName,
  listFactors,
  listFactorVersions,
} from "@tracewater/contract/laboratory/factors";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Correction factors and doses", (platform) => {
  let reviewer: Session = { token: "" };
  let analyst: Session = { token: "" };
  let elsewhere: Session = { token: "" };

  beforeAll(async () => {
    const unitId = await platform.addUnit("North");
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    analyst = await platform.addUser({ unitId, roles: ["analyst"] });
    elsewhere = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["reviewer"] });
  });

  async function inForce(analyte: string, by: Session) {
    const { rows } = await platform.call(listFactors, {}, by);
    const found = rows.find((row) => row.analyte === analyte);
    if (found === undefined) throw new Error(`no row of ${analyte}`);
    return found;
  }

  const body = {
    ...{ analyte: "benzoylEconine" as const, excretedFraction: "0.35", factor: null, doseMg: "85" },
    ...{ source: "own excretion study", doseSource: "survey of 2026", reason: "new study" },
  };

  test("ship for all 18 analytes with their sources; an analyst reads them and changes none", async () => {
    const { rows, total } = await platform.call(listFactors, {}, analyst);
    expect(total).toBe(18);
    expect(rows.map((row) => row.analyte)).toEqual(analyteName.options);
    expect(rows.find((row) => row.analyte === "ketamine")).toMatchObject({
      ...{ cas: "6740-88-1", category: "specialK", residueMass: 237.73, versions: 1 },
      inForce: { version: 1, isShipped: true, excretedFraction: "0.2", factor: "5", trust: "published" },
    });
    for (const { inForce: version, analyte } of rows) {
      if (version.factor !== null) expect(version.source, analyte).not.toBe("");
    }
    const given = { ...body, basedOn: rows[2]?.inForce.factorId ?? 0 };
    expect(await platform.refusal(addFactorVersion, { body: given }, analyst)).toMatchObject({ code: 403 });
  });

  test("get a version of the unit's own; the one before stays, and other units keep theirs", async () => {
    const shipped = await inForce("benzoylEconine", reviewer);
    const given = { ...body, basedOn: shipped.inForce.factorId };
    const { data } = await platform.call(addFactorVersion, { body: given }, reviewer);
    // (303.35 / 289.33) / 0.35
    expect(data).toMatchObject({
      version: 1,
      isShipped: false,
      factor: "2.99559",
      doseMg: "85",
      trust: "own",
    });
    expect((await inForce("benzoylEconine", analyst)).inForce).toEqual(data);
    expect((await inForce("benzoylEconine", elsewhere)).inForce).toEqual(shipped.inForce);

    const next = { ...given, basedOn: data.factorId, excretedFraction: null, factor: "3.590", doseMg: null };
    const second = await platform.call(addFactorVersion, { body: next }, reviewer);
    expect(second.data).toMatchObject({ version: 2, excretedFraction: null, factor: "3.590", doseMg: null });
    const params = { analyte: "benzoylEconine" as const };
    const { data: versions } = await platform.call(listFactorVersions, { params }, analyst);
    expect(versions.map((one) => one.factorId)).toEqual([
      second.data.factorId,
      data.factorId,
      shipped.inForce.factorId,
    ]);
  });

  test("of two who begin at one version the second is notified, and nothing is written over", async () => {
    const { factorId } = (await inForce("mdma", reviewer)).inForce;
    const given = { ...body, analyte: "mdma" as const, basedOn: factorId };
    const both = await Promise.allSettled([
      platform.call(addFactorVersion, { body: given }, reviewer),
      platform.call(addFactorVersion, { body: given }, reviewer),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await platform.refusal(addFactorVersion, { body: given }, reviewer)).toMatchObject({ code: 409 });
    expect((await inForce("mdma", reviewer)).versions).toBe(2);
  });

  test.each([
    ["a factor beside the fraction it follows from", { factor: "3" }, "factor"],
    ["a fraction above one", { excretedFraction: "1.01" }, "excretedFraction"],
    ["a fraction of zero", { excretedFraction: "0.000" }, "excretedFraction"],
    ["a factor that is no number", { excretedFraction: null, factor: "1e3" }, "factor"],
    ["a number without a source", { source: " " }, "source"],
    ["a dose without a source", { doseSource: "" }, "doseSource"],
    ["a version without a reason", { reason: "" }, "reason"],
  ])("refuse %s", async (_what, wrong, field) => {
    const { factorId } = (await inForce("mamp", reviewer)).inForce;
    const given = { ...body, analyte: "mamp" as const, basedOn: factorId, ...wrong };
    const refusal = await platform.refusal(addFactorVersion, { body: given }, reviewer);
    expect(refusal).toMatchObject({ code: 400, errors: [{ field }] });
    expect((await inForce("mamp", reviewer)).versions).toBe(1);
  });

  test("of an analyte nobody knows there are none", async () => {
    const params = { analyte: "aspirin" };
    expect(await platform.refusal(listFactorVersions, { params }, reviewer)).toMatchObject({ code: 400 });
  });
});
