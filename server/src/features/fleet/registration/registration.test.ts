import { signRegistration } from "@tracewater/alink/registration";
import { changeDeviceStatus } from "@tracewater/contract/fleet/devices";
import { makeProductSecret, setDynamicRegistration } from "@tracewater/contract/fleet/product-models";
import { listProducts } from "@tracewater/contract/fleet/products";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { publicSdk } from "../../../../test/public-sdk.ts";
import { knock } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const productKey = "waterSample";

onPlatform("A device that asks for its secret", (platform) => {
  let productSecret = "";
  let productId = 0;
  const allow = async (enabled: boolean) =>
    platform.call(
      setDynamicRegistration,
      { params: { id: productId }, body: { enabled } },
      await platform.admin(),
    );
  const url = () => `${platform.url}/auth/register/device`;

  beforeAll(async () => {
    const admin = await platform.admin();
    const { data } = await platform.call(listProducts, {}, admin);
    productId = data.find((one) => one.productKey === productKey)?.productId ?? 0;
    const made = await platform.call(makeProductSecret, { params: { id: productId } }, admin);
    productSecret = made.data.productSecret;
    await allow(true);
  });

  /** As the C SDK asks. */
  async function ask(
    deviceName: string,
    more: Record<string, string> = {},
  ): Promise<{ code: number; data?: unknown }> {
    const form = { productKey, deviceName, random: "r4nd0m", signMethod: "hmacsha256", ...more };
    const sign = signRegistration(form, productSecret) ?? "";
    const body = new URLSearchParams({ ...form, sign, ...more });
    return JSON.parse(await (await fetch(url(), { method: "POST", body })).text());
  }

  const register = (deviceName: string) =>
    new Promise<Record<string, unknown>>((resolve) =>
      publicSdk.register({ productKey, productSecret, deviceName, registerURL: url() }, resolve),
    );

  test("by the public SDK gets it, and connects with it", async () => {
    const { deviceName } = await platform.addDevice();
    const answer = await register(deviceName);
    expect(answer).toMatchObject({ code: 200, data: { productKey, deviceName } });
    const { deviceSecret } = answer["data"] as { deviceSecret: string };
    const { code } = await knock(platform.mqttUrl, { id: 0, productKey, deviceName, deviceSecret });
    expect(code).toBe(0);
  });

  test("gets it once, and not after it was ever connected", async () => {
    const { deviceName } = await platform.addDevice();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(deviceName)));
    expect(answers.map((one) => one.code).sort()).toEqual([200, 6289, 6289, 6289, 6289]);
    expect(answers.filter((one) => one.data !== undefined)).toHaveLength(1);
    const { credentials } = await platform.connectNew();
    const activated = platform.db.selectFrom("device").select("activatedAt").where("id", "=", credentials.id);
    await eventually(async () => (await activated.executeTakeFirstOrThrow()).activatedAt).not.toBeNull();
    expect(await ask(credentials.deviceName)).toMatchObject({ code: 6289 });
  });

  test.each([
    ["another secret's sign", { sign: "0".repeat(64) }, 6287],
    ["a method that is none", { signMethod: "plain", sign: "00" }, 6287],
    ["another product", { productKey: "noSuch" }, 6250],
    ["a product that does not allow it", { productKey: "mass" }, 6288],
    ["an empty name", { deviceName: "" }, 400],
    ["a name of 100 letters", { deviceName: "x".repeat(100) }, 400],
  ])("with %s is refused", async (_what, more, code) => {
    const { deviceName } = await platform.addDevice();
    const answer = await ask(deviceName, more);
    expect(answer).toMatchObject({ code });
    expect(answer.data).toBeUndefined();
  });

  test("that is not there, or disabled, is refused; so is what is no form", async () => {
    expect(await ask("nobody-here")).toMatchObject({ code: 6100 });
    const { id, deviceName } = await platform.addDevice();
    const body = { id, status: "1" as const };
    await platform.call(
      changeDeviceStatus,
      { params: { family: "waterSample" }, body },
      await platform.admin(),
    );
    expect(await ask(deviceName)).toMatchObject({ code: 6204 });
    expect(await (await fetch(url(), { method: "POST", body: "{}" })).json()).toMatchObject({ code: 400 });
  });

  test("is refused while its product does not allow it", async () => {
    const { deviceName } = await platform.addDevice();
    await allow(false);
    expect(await register(deviceName)).toMatchObject({ code: 6288 });
    await allow(true);
    expect(await register(deviceName)).toMatchObject({ code: 200 });
  });
});

const start = Date.now();

onPlatform(
  "Many that ask for secrets at once",
  (platform) => {
    test("are told to wait", async () => {
      const form = { productKey: "waterSample", deviceName: "nobody", random: "r", sign: "00" };
      const ask = async (): Promise<{ code: number }> => {
        const body = new URLSearchParams(form);
        const answer = await fetch(`${platform.url}/auth/register/device`, { method: "POST", body });
        return JSON.parse(await answer.text());
      };
      const answers = await Promise.all(Array.from({ length: 210 }, ask));
      const waiting = answers.filter((one) => one.code === 429);
      expect(waiting).toHaveLength(10);
    });
  },
  { now: () => start },
);
