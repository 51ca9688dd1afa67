import { getSupplyForecasts } from "@tracewater/contract/laboratory/detections";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { assayWorld } from "../../../../test/test-assays.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const hour = 3_600_000;

onPlatform("The supplies of an online detector", (platform) => {
  const { at, viewer, foreign } = assayWorld(platform);

  test("are forecast to the day on which they run out or are full, since the last refill; unused ones are not", async () => {
    const deviceName = "LE-SUPPLY";
    const device = await platform.connect(
      await platform.addDevice({ family: "liquidExtract", unitId: at.unitId, deviceName }),
    );
    const now = Date.now();
    for (let back = 72; back >= 0; back -= 3) {
      const time = now - back * hour;
      const value = (level: number) => ({ value: Math.round(level * 10) / 10, time });
      await device.post({
        // Refilled two days ago; half a percent an hour since.
        eluentLevel: value(back > 48 ? 20 - (72 - back) / 4 : 100 - (48 - back) / 2),
        mobilePhaseLevel: value(60),
        wasteLevel: value(40 + (72 - back) / 3),
      });
    }
    const read = async (by = viewer) =>
      (await platform.call(getSupplyForecasts, { query: { deviceName } }, by)).data;
    await eventually(async () => (await read()).length).toBe(3);
    const supplies = await read();
    const of = (name: string) => supplies.find((one) => one.identifier === name);
    expect(of("mobilePhaseLevel")).toMatchObject({ level: 60, forecast: null });
    const eluent = of("eluentLevel");
    expect(eluent).toMatchObject({ end: 0, level: 76, forecast: { points: 17 } });
    expect(eluent?.forecast?.perDay).toBeCloseTo(-12, 1);
    // 76 % at 12 % a day.
    expect((eluent?.forecast?.at ?? 0) - now).toBeGreaterThan(6.2 * 24 * hour);
    expect((eluent?.forecast?.at ?? 0) - now).toBeLessThan(6.45 * 24 * hour);
    expect(eluent?.forecast?.earliest).toBeLessThanOrEqual(eluent?.forecast?.at ?? 0);
    expect(eluent?.forecast?.latest).toBeGreaterThanOrEqual(eluent?.forecast?.at ?? 0);
    const waste = of("wasteLevel");
    expect(waste).toMatchObject({ end: 100, level: 64 });
    expect((waste?.forecast?.at ?? 0) - now).toBeGreaterThan(4.3 * 24 * hour);
    expect((waste?.forecast?.at ?? 0) - now).toBeLessThan(4.7 * 24 * hour);
    expect(await platform.refusal(getSupplyForecasts, { query: { deviceName } }, foreign)).toMatchObject({
      code: 404,
    });
  });
});
