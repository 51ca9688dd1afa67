import { expect, test } from "vitest";
import { attemptConnect } from "../../../test/test-device.ts";
import { productOf } from "../../../test/test-firmware.ts";
import { onPlatform } from "../../../test/test-platform.ts";
import { createSeedStore } from "./seed.store.ts";

onPlatform("A seed that begins again", (platform) => {
  test("lets its devices in with the secrets that it reports this time", async () => {
    const seeds = createSeedStore(platform.db);
    const product = await productOf(platform, "waterSample");
    const unit = await platform.unit();
    for (const secret of ["of the first time", "of the second time"]) {
      const sealed = platform.secrets.seal(secret).toString("hex");
      const device = { device_name: "SEEDED-1", nickname: "", unit_id: unit, point_code: null };
      await seeds.addDevices([{ ...device, product_id: product, secret: sealed }]);
    }
    const names = { id: 0, productKey: "waterSample", deviceName: "SEEDED-1" };
    const enter = async (deviceSecret: string) =>
      (await attemptConnect(platform.mqttUrl, { ...names, deviceSecret })).code;
    expect([await enter("of the first time"), await enter("of the second time")]).toEqual([4, 0]);
  });
});
