import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { signRegistration } from "@tracewater/alink/registration";
import { changeDeviceStatus } from "@tracewater/contract/fleet/devices";
import { makeProductSecret, setDynamicRegistration } from "@tracewater/contract/fleet/product-models";
import { listProducts } from "@tracewater/contract/fleet/products";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { publicSdk } from "../../../../test/public-sdk.ts";
import { attemptConnect } from "../../../../test/test-device.ts";
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
    const { code } = await attemptConnect(platform.mqttUrl, { id: 0, productKey, deviceName, deviceSecret });
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
    ["a method named like a built-in of JavaScript", { signMethod: "constructor", sign: "00" }, 6287],
    ["a method named like the prototype of an object", { signMethod: "__proto__", sign: "00" }, 6287],
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

let clock = Date.now();

onPlatform(
  "Many that ask for secrets at once",
  (platform) => {
    const form = { productKey: "waterSample", deviceName: "nobody", random: "r", sign: "00" };
    const body = new URLSearchParams(form).toString();
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    afterAll(() => agent.destroy());

    /** One request from an address of this machine; the code of its answer. */
    async function askFrom(localAddress: string): Promise<number> {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const options = { method: "POST", localAddress, headers, agent };
      const asked = request(`${platform.url}/auth/register/device`, options).end(body);
      const [answer] = await once(asked, "response");
      return JSON.parse(await text(answer)).code;
    }
    const askOften = (times: number, address: string) =>
      Promise.all(Array.from({ length: times }, () => askFrom(address)));
    const countWaiting = (codes: readonly number[]) => codes.filter((code) => code === 429).length;

    test("from one address have to wait, and nobody else does", async () => {
      expect(countWaiting(await askOften(1000, "127.0.0.2"))).toBe(800);
      expect(countWaiting(await askOften(200, "127.0.0.3"))).toBe(0);
    });

    test("and were refused do not have to wait longer for that", async () => {
      expect(countWaiting(await askOften(500, "127.0.0.2"))).toBe(500);
      clock += 1000;
      expect(countWaiting(await askOften(20, "127.0.0.2"))).toBe(0);
    });

    test("from many addresses are held to a pace in total", async () => {
      clock += 60_000;
      const addresses = Array.from({ length: 5 }, (_, at) => `127.0.0.${at + 10}`);
      const codes = await Promise.all(addresses.map((address) => askOften(200, address)));
      expect(countWaiting(codes.flat())).toBe(200);
    });
  },
  { now: () => clock },
);
