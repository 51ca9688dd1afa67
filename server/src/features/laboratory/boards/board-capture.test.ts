import { getBoardTest } from "@tracewater/contract/laboratory/board-tests";
import { boardLots, boardTypes } from "@tracewater/contract/laboratory/boards";
import { beforeAll, expect, test } from "vitest";
import { boardSteps } from "../../../../test/board-steps.ts";
import { eventually } from "../../../../test/eventually.ts";
import { addLot } from "../../../../test/test-boards.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Several readings", (platform) => {
  const steps = boardSteps(platform);
  const { report, listOf, result } = steps;
  let unitId = 0;
  let head: Session;
  const connect = () => steps.connect(unitId);

  beforeAll(async () => {
    await addLot(platform, await platform.admin(), "MAM2610");
    unitId = await platform.addUnit("North");
    head = await platform.addUser({ unitId, roles: ["unitAdmin"] });
  });

  test("of one board count as one, by the reading within its window", async () => {
    const device = await connect();
    const applied = Date.now() - 3_600_000;
    const capture = (seconds: number, ratio: number) =>
      device.post(
        {
          value: result({ sampleId: "B-1", readAfter: seconds, t: Math.round(12_000 * ratio), ratio }),
          time: applied + seconds * 1000,
        },
        "thing/event/result/post",
      );
    for (const [seconds, ratio] of [
      [120, 1.3],
      [600, 1.2],
      [660, 1.19],
      [1500, 0.3],
    ] as const)
      await capture(seconds, ratio);
    const counting = async () => (await listOf(device)).map((one) => [one.readAfter, one.outcome, one.flags]);
    await eventually(counting).toEqual([[600, "negative", []]]);
    const [{ testId = 0 } = {}] = await listOf(device);
    const detail = async () => (await platform.call(getBoardTest, { params: { id: testId } }, head)).data;
    await eventually(async () =>
      (await detail()).captures.map((one) => [one.readAfter, one.reason, one.counts]),
    ).toEqual([
      [120, "readEarly", false],
      [600, null, true],
      [660, null, false],
      [1500, "readLate", false],
    ]);
    await capture(720, 0.9);
    await eventually(async () => (await listOf(device))[0]?.flags).toEqual(["capturesDiffer"]);
  });

  test("of a sample and of its dilution show the hook effect where the dilution gives more", async () => {
    const admin = await platform.admin();
    const type = {
      typeCode: "KET-FLUO",
      typeName: "Ketamine",
      label: "fluorescence" as const,
      analyte: "ketamine" as const,
    };
    await platform.call(
      boardTypes.calls.add,
      { body: { ...type, polarity: "turnOn", cutOff: 10, signal: "emission" } },
      admin,
    );
    const curve = { a: 0.02, b: 1, c: 100, d: 2, low: 1, high: 5000 };
    const lot = {
      lotNo: "KET-1",
      typeCode: "KET-FLUO",
      label: "fluorescence" as const,
      expiresOn: "2099-01",
    };
    await platform.call(
      boardLots.calls.add,
      { body: { ...lot, ...curve, minimumC: 1000, nominalC: 12_000 } },
      admin,
    );
    const device = await connect();
    const of = (ratio: number, c: number, preconcentration: number) => ({
      ...{
        sampleId: "X-1",
        boardLot: "KET-1",
        analyte: "ketamine",
        c,
        t: Math.round(c * ratio),
        ratio,
        preconcentration,
      },
    });
    await report(device, of(0.9, 6000, 1));
    expect((await listOf(device))[0]?.flags).toContain("possibleHook");
    await report(device, of(1.5, 11_000, 0.1));
    const flags = async () => (await listOf(device)).map((one) => [one.preconcentration, one.flags]);
    await eventually(flags).toEqual([
      [0.1, expect.not.arrayContaining(["hookedByDilution"])],
      [1, expect.arrayContaining(["possibleHook", "hookedByDilution"])],
    ]);
  });
});
