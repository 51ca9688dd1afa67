import { expect, test } from "vitest";
import { begin, namedRule, post } from "../../../../test/test-alarm-rules.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

/** In one message, so that they are looked at in one batch. */
const together = (from: number, values: readonly number[]) => ({
  properties: { ph: values.map((value, at) => ({ value, time: begin + from * 60_000 + at * 1000 })) },
});
const batch = "thing/event/property/batch/post";

onPlatform("Values that a device sends again after a restart", (platform) => {
  test("raise no second alarm, though all of its rise and fall is among them", async () => {
    const { device, alarms } = await namedRule(platform, { flapMin: 0 });
    await device.post(together(1, [10, 7, 7]), batch);
    expect(await alarms()).toMatchObject([{ state: "cleared", flaps: 0 }]);
    await platform.restart();
    const back = await platform.connect(device.credentials);
    await back.post(together(1, [10, 7, 7]), batch);
    expect(await alarms()).toHaveLength(1);
    await post(back, 2, 10);
    expect(await alarms()).toMatchObject([{ state: "active" }, { state: "cleared" }]);
  });

  test("and go on to new ones leave the alarm of these open until its end", async () => {
    const { device, alarms } = await namedRule(platform, { flapMin: 0 });
    await device.post(together(1, [10, 7]), batch);
    await platform.restart();
    const back = await platform.connect(device.credentials);
    await back.post(together(1, [10, 7, 10]), batch);
    expect(await alarms()).toMatchObject([{ state: "active" }, { state: "cleared" }]);
    await post(back, 2, 7);
    expect((await alarms()).map((one) => one.state)).toEqual(["cleared", "cleared"]);
  });
});
