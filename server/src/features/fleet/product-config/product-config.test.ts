import { createHash } from "node:crypto";
import {
  getConfigVersion,
  listConfigVersions,
  publishConfig,
} from "@tracewater/contract/fleet/product-config";
import { listProducts } from "@tracewater/contract/fleet/products";
import { beforeAll, expect, test } from "vitest";
import { type Downlink, publicSdk, useSdk } from "../../../../test/public-sdk.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

onPlatform("The configuration of a product", (platform) => {
  const sdk = useSdk(publicSdk, () => platform.mqttUrl);
  let id = 0;
  let basedOn = 0;
  beforeAll(async () => {
    const { data } = await platform.call(listProducts, {}, await platform.admin());
    id = data.find((one) => one.productKey === "waterSample")?.productId ?? 0;
  });

  async function publish(content: string) {
    const input = { params: { id }, body: { content, note: "", basedOn } };
    const { data } = await platform.call(publishConfig, input, await platform.admin());
    basedOn = data.version;
    return data;
  }

  test("is none before one is published", async () => {
    const device = await platform.connectNew();
    const answer = await device.post({ configScope: "product", getType: "file" }, "thing/config/get");
    expect(answer).toMatchObject({ code: 200, data: {} });
    expect(await device.post({ getType: "text" }, "thing/config/get")).toMatchObject({ code: 460 });
  });

  test("is fetched by the public SDK: an address, the size and the digest of the file", async () => {
    const content = '{"interval": 15, "name": "进水口"}';
    const { version } = await publish(content);
    const device = await sdk.connect(await platform.addDevice());
    const { code, data } = await new Promise<{ code: number; data: unknown }>((resolve) =>
      device.getConfig(resolve),
    );
    expect(code).toBe(200);
    const offer = data as { url: string; configSize: number };
    expect(offer).toMatchObject({
      getType: "file",
      signMethod: "Sha256",
      sign: sha256(content),
      configSize: Buffer.byteLength(content),
    });
    const file = await fetch(offer.url);
    expect(file.headers.get("content-disposition")).toBe("attachment");
    expect(await file.text()).toBe(content);
    expect((await fetch(offer.url.slice(0, -2))).status).toBe(404);
    const stored = { params: { id, version } };
    const { data: read } = await platform.call(getConfigVersion, stored, await platform.admin());
    expect(read).toMatchObject({ version, content, sha256: sha256(content) });
  });

  test("is reported at once to the devices of its product that are here, and to no others", async () => {
    const device = await sdk.connect(await platform.addDevice());
    const other = await platform.connect(await platform.addDevice({ family: "mass" }));
    const pushed = new Promise<Downlink>((resolve) => device.onConfig(resolve));
    const { told: received } = await publish("interval=20");
    expect(received).toBeGreaterThan(0);
    const { params, method } = await pushed;
    expect(method).toBe("thing.config.push");
    expect(params).toMatchObject({ sign: sha256("interval=20") });
    expect(await (await fetch(String(params["url"]))).text()).toBe("interval=20");
    await other.post({});
    expect(other.unread()).toEqual([]);
  });

  test("keeps its versions; anyone who began with an older one is refused", async () => {
    const admin = await platform.admin();
    await publish("a");
    const stale = { params: { id }, body: { content: "b", basedOn: basedOn - 1 } };
    expect(await platform.refusal(publishConfig, stale, admin)).toMatchObject({ code: 409 });
    const none = { params: { id }, body: { content: "b", basedOn: 2 ** 31 - 1 } };
    expect(await platform.refusal(publishConfig, none, admin)).toMatchObject({ code: 409 });
    const input = (content: string) => ({ params: { id }, body: { content, basedOn } });
    const both = await Promise.allSettled(
      ["b", "c"].map((one) => platform.call(publishConfig, input(one), admin)),
    );
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    const { data } = await platform.call(listConfigVersions, { params: { id } }, admin);
    expect(data.map((one) => one.version)).toEqual(
      Array.from({ length: basedOn + 1 }, (_, at) => basedOn + 1 - at),
    );
  });

  test.each(["", "x".repeat(262_145), "字".repeat(100_000), "a\u0000b"])(
    "that cannot be is refused by its name (%#)",
    async (content) => {
      const input = { params: { id }, body: { content, basedOn } };
      const refusal = await platform.refusal(publishConfig, input, await platform.admin());
      expect(refusal).toMatchObject({ code: 400, errors: [{ field: "content" }] });
    },
  );

  test("asks no version and no product that are not there", async () => {
    const admin = await platform.admin();
    const versions = { params: { id, version: 9999 } };
    expect(await platform.refusal(getConfigVersion, versions, admin)).toMatchObject({ code: 404 });
    const nowhere = { params: { id: 999_999 } };
    expect(await platform.refusal(listConfigVersions, nowhere, admin)).toMatchObject({ code: 404 });
  });
});
