import { callService } from "@tracewater/contract/fleet/commands";
import {
  checkModel,
  getModelVersion,
  getShippedModel,
  listModelVersions,
  makeProductSecret,
  publishModel,
  setDynamicRegistration,
  type Tsl,
  takeShippedModel,
} from "@tracewater/contract/fleet/product-models";
import { getProduct } from "@tracewater/contract/fleet/products";
import { expect, test } from "vitest";
import { productOf } from "../../../../test/test-firmware.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

type Model = { version: string; properties: Property[]; services: { identifier: string }[] };
type Property = { identifier: string; dataType: { specs: { min?: number; max?: number } } };

onPlatform("A thing model that a person changes", (platform) => {
  const admin = () => platform.admin();
  const params = async () => ({ id: await productOf(platform, "waterSample") });
  const read = async () => (await platform.call(getProduct, { params: await params() }, await admin())).data;
  /** The model as it is, changed by `change`, as the next version. */
  const edit = async (change: (model: Model) => void) => {
    const { modelVersion } = await read();
    const version = { ...(await params()), version: modelVersion };
    const { data } = await platform.call(getModelVersion, { params: version }, await admin());
    const model = structuredClone(data.tsl) as unknown as Model;
    model.version = modelVersion.replace(/\d+$/, (last) => String(Number(last) + 1));
    change(model);
    return { model: model as unknown as Tsl, basedOn: modelVersion };
  };
  const publish = async (given: { model: Tsl; basedOn: string }, more: object = {}) =>
    platform.ask(publishModel, { params: await params(), body: { ...given, ...more } }, await admin());
  const of = (model: Model, identifier: string) => {
    const found = model.properties.find((one) => one.identifier === identifier);
    if (found === undefined) throw new Error(identifier);
    return found.dataType.specs;
  };

  test("is checked field by field, and reported what it means for the devices in the field", async () => {
    const device = await platform.connectNew();
    await device.post({
      ph: { value: 7, time: 1_700_000_000_000 + Date.now() - 1_700_000_000_000 },
      flow: 900,
    });
    await device.post({ ph: 9.5 });
    await platform.call(
      callService,
      {
        params: { family: "waterSample", service: "stop" },
        query: { deviceName: device.credentials.deviceName },
      },
      await admin(),
    );
    const wrong = await edit((model) => Object.assign(of(model, "ph"), { min: 9, max: 1 }));
    const refused = await platform.refusal(
      checkModel,
      { params: await params(), body: wrong },
      await admin(),
    );
    expect(refused).toMatchObject({
      code: 400,
      errors: [{ field: expect.stringMatching(/^properties\.\d+\.dataType\.specs\.max$/) }],
    });
    const given = await edit((model) => {
      of(model, "ph").max = 8;
      model.properties = model.properties.filter((one) => one.identifier !== "flow");
      model.services = model.services.filter((one) => one.identifier !== "stop");
    });
    const { data } = await platform.call(
      checkModel,
      { params: await params(), body: { model: given.model } },
      await admin(),
    );
    expect(data).toMatchObject({ breaking: true, currentVersion: given.basedOn, devices: 1 });
    expect(data.changes).toEqual([
      expect.objectContaining({ identifier: "ph", kind: "narrowed", devices: 1, stored: 2, outside: 1 }),
      expect.objectContaining({ identifier: "flow", kind: "removed", devices: 1, stored: 1 }),
      expect.objectContaining({
        identifier: "stop",
        part: "service",
        kind: "removed",
        devices: 1,
        stored: 1,
      }),
    ]);
  });

  test("is published as the next version, holds for who is connected, and is kept besides those before", async () => {
    const device = await platform.connectNew();
    const given = await edit((model) => Object.assign(of(model, "ph"), { max: 8 }));
    const asked = await publish(given);
    expect(asked.body).toMatchObject({ code: 409, errors: [{ field: "acceptBreaking" }] });
    expect((await read()).isChanged).toBe(false);
    expect((await publish(given, { acceptBreaking: true, note: "8 is enough" })).body.code).toBe(200);
    expect(await read()).toMatchObject({ isChanged: true, modelVersion: given.model["version"] });
    await device.post({ ph: 9 });
    const stored = await platform.db
      .selectFrom("telemetryLatest")
      .select("flags")
      .where("deviceId", "=", device.credentials.id)
      .execute();
    expect(stored.map(({ flags }) => flags & 1)).toEqual([1]);
    const versions = await platform.call(listModelVersions, { params: await params() }, await admin());
    expect(versions.data).toMatchObject([
      { source: "edited", note: "8 is enough", actor: expect.any(String) },
      { source: "shipped" },
    ]);
    const none = { params: { ...(await params()), version: "7" } };
    expect((await platform.refusal(getModelVersion, none, await admin())).code).toBe(404);
  });

  test("is refused as an earlier version, or where another was published meanwhile", async () => {
    const given = await edit((model) => Object.assign(of(model, "ph"), { max: 9 }));
    const early = structuredClone(given);
    early.model["version"] = "0.1";
    expect((await publish(early)).body).toMatchObject({ code: 400, errors: [{ field: "version" }] });
    expect((await publish({ ...given, basedOn: "0.9" })).body).toMatchObject({
      code: 409,
      errors: [{ field: "basedOn" }],
    });
  });

  test("may give way to the one that ships again", async () => {
    const shipped = await platform.call(getShippedModel, { params: await params() }, await admin());
    const { modelVersion } = await read();
    const body = { basedOn: modelVersion, acceptBreaking: true };
    await platform.call(takeShippedModel, { params: await params(), body }, await admin());
    expect(await read()).toMatchObject({ isChanged: false, modelVersion: shipped.data.version });
    expect(
      (await platform.refusal(takeShippedModel, { params: await params(), body }, await admin())).code,
    ).toBe(409);
  });

  test("belongs to a product whose secret is shown once and opens the way for devices to register", async () => {
    const input = { params: await params() };
    const switchOn = { ...input, body: { enabled: true } };
    const early = await platform.refusal(setDynamicRegistration, switchOn, await admin());
    expect(early).toMatchObject({ code: 400, errors: [{ field: "enabled" }] });
    const { data } = await platform.call(makeProductSecret, input, await admin());
    expect(data).toMatchObject({
      productKey: "waterSample",
      productSecret: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await platform.call(setDynamicRegistration, switchOn, await admin());
    expect(await read()).toMatchObject({ hasSecret: true, dynamicRegistration: true });
    expect(JSON.stringify(await read())).not.toContain(data.productSecret);
    const nobody = { params: { id: 999 } };
    for (const call of [makeProductSecret, setDynamicRegistration, getShippedModel, listModelVersions]) {
      const body = { enabled: true };
      expect((await platform.refusal(call, { ...nobody, body }, await admin())).code).toBe(404);
    }
  });
});
