import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { searchThings } from "@tracewater/contract/operations/search";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample } from "../../../../test/test-samples.ts";

onPlatform("The search for things", (platform) => {
  let mine = 0;
  let viewer: Session = { token: "" };

  beforeAll(async () => {
    mine = await platform.addUnit("North");
    const theirs = await platform.addUnit("South");
    viewer = await platform.addUser({ unitId: mine, roles: ["viewer"] });
    await platform.addDevice({ unitId: mine, deviceName: "WS-0417" });
    await platform.addDevice({ unitId: theirs, deviceName: "WS-0418" });
    for (const [unitId, code] of [
      [mine, "P-WS-1"],
      [theirs, "P-WS-2"],
    ] as const) {
      const body = { code, name: `Inlet ${code}`, kind: "plantInlet" as const, unitId };
      await platform.call(samplingPoints.calls.add, { body }, await platform.admin());
    }
  });

  const find = async (keyword: string, as: Session) =>
    (await platform.call(searchThings, { query: { keyword } }, as)).data.map(
      ({ kind, number }) => `${kind} ${number}`,
    );

  test("finds devices and points by a part of number or name, whatever the case", async () => {
    const admin = await platform.admin();
    expect(await find("ws-", admin)).toEqual([
      "device WS-0417",
      "device WS-0418",
      "samplePoint P-WS-1",
      "samplePoint P-WS-2",
    ]);
    expect(await find("inlet p-ws-2", admin)).toEqual(["samplePoint P-WS-2"]);
    expect(await find("%", admin)).toEqual([]);
  });

  test("finds samples and their bottles by the beginning of a number, of their own scope alone", async () => {
    const { pointId } = await addPoint(platform, mine);
    const operator = await platform.addUser({ unitId: mine, roles: ["operator"] });
    const sample = await sealSample(platform, pointId, operator);
    const { sampleNo } = (await platform.call(getSampling, { params: { id: sample.id } }, operator)).data;
    expect(await find(sampleNo.slice(0, 8).toLowerCase(), operator)).toContain(`sample ${sampleNo}`);
    expect(await find(sample.bodyCode, operator)).toContain(`bottle ${sample.bodyCode}`);
    expect(await find("_-", operator)).toEqual([]);
    const foreign = await platform.addUser({ unitId: await platform.addUnit("East"), roles: ["operator"] });
    expect(await find(sampleNo, foreign)).toEqual([]);
    expect(await find(sampleNo, await platform.addUser({ unitId: mine, roles: [] }))).toEqual([]);
  });

  test("shows nobody what is outside of their data scope", async () => {
    expect(await find("ws", viewer)).toEqual(["device WS-0417", "samplePoint P-WS-1"]);
  });

  test("shows nobody a kind of thing that they may not list", async () => {
    expect(await find("ws", await platform.addUser({ unitId: mine, roles: [] }))).toEqual([]);
  });

  test("gives eight of a kind at most, those that begin with the keyword first", async () => {
    for (let at = 0; at < 9; at++) await platform.addDevice({ unitId: mine, deviceName: `A${at}-ZZ` });
    await platform.addDevice({ unitId: mine, deviceName: "ZZ-first" });
    const found = await find("zz", viewer);
    expect(found).toHaveLength(8);
    expect(found[0]).toBe("device ZZ-first");
  });

  test("is refused for nothing, for more than 32 characters, and without a session", async () => {
    const admin = await platform.admin();
    for (const keyword of ["", " ", "x".repeat(33)]) {
      expect(await platform.refusal(searchThings, { query: { keyword } }, admin)).toMatchObject({
        code: 400,
        errors: [{ field: "keyword" }],
      });
    }
    expect(await platform.refusal(searchThings, { query: { keyword: "x" } }, null)).toMatchObject({
      code: 401,
    });
  });
});
