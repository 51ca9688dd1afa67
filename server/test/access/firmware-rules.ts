import * as firmware from "@tracewater/contract/fleet/firmware";
import * as upgrades from "@tracewater/contract/fleet/firmware-upgrades";
import { getDeviceTree } from "@tracewater/contract/fleet/gateways";
import * as configs from "@tracewater/contract/fleet/product-config";
import * as models from "@tracewater/contract/fleet/product-models";
import { firmwareFile, productOf, startUpgrade, uploadFirmware } from "../test-firmware.ts";
import type { Made, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

const mayQuery = { permission: "device:{family}:query", without: "notFound" } as const;

/** Thing models and configuration of products, firmware and upgrades, gateways. */
export function firmwareRules(stage: AccessStage): Record<string, Rule> {
  return { ...productRules(stage), ...upgradeRules(stage) };
}

async function product({ platform }: AccessStage): Promise<{ id: number }> {
  return { id: await productOf(platform, "waterSample") };
}

/** Thing models and configuration of products. */
function productRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const ofProduct = (more: () => object | Promise<object> = () => ({})): Rule => ({
    outside: "none",
    make: async () => ({ input: { params: await product(stage), ...(await more()) } }),
  });
  const current = async () => {
    const { data } = await platform.call(
      models.listModelVersions,
      { params: await product(stage) },
      stage.admin,
    );
    return data[0]?.version ?? "";
  };
  const shipped = async () =>
    (await platform.call(models.getShippedModel, { params: await product(stage) }, stage.admin)).data;
  const publish = async () => {
    const params = await product(stage);
    const { data } = await platform.call(configs.listConfigVersions, { params }, stage.admin);
    const body = { content: stage.name(), basedOn: data[0]?.version ?? 0 };
    return { params, body };
  };
  const published = async () => {
    const { data } = await platform.call(configs.publishConfig, await publish(), stage.admin);
    return { params: { ...(await product(stage)), version: data.version } };
  };

  return {
    [configs.listConfigVersions.name]: ofProduct(),
    [configs.getConfigVersion.name]: ofProduct(published),
    [configs.publishConfig.name]: ofProduct(publish),
    [models.listModelVersions.name]: ofProduct(),
    [models.getModelVersion.name]: ofProduct(async () => ({
      params: { ...(await product(stage)), version: await current() },
    })),
    [models.getShippedModel.name]: ofProduct(),
    [models.checkModel.name]: ofProduct(async () => ({ body: { model: (await shipped()).tsl } })),
    [models.publishModel.name]: ofProduct(async () => {
      const basedOn = await current();
      const version = basedOn.replace(/\d+$/, (last) => String(Number(last) + 1));
      return { body: { basedOn, model: { ...(await shipped()).tsl, version } } };
    }),
    [models.takeShippedModel.name]: ofProduct(async () => ({ body: { basedOn: await current() } })),
    [models.makeProductSecret.name]: ofProduct(),
    [models.setDynamicRegistration.name]: ofProduct(() => ({ body: { enabled: false } })),
    // The address is what opens it; upgrade.test.ts holds that no other does.
    [configs.downloadConfig.name]: {
      outside: "none",
      make: async () => ({ input: { params: { token: "none" } } }),
      succeeds: 404,
    },
  };
}

/** Firmware, its upgrades, and the devices that they reach through a gateway. */
function upgradeRules(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const addVersion = async () => {
    const query = { productId: String((await product(stage)).id), version: stage.name() };
    const added = await uploadFirmware(platform, query, firmwareFile(query.version, 400));
    return added.data?.id ?? 0;
  };
  const addDevice = (unitId: number) => platform.addDevice({ unitId, deviceName: stage.name() });
  const ofBatch = (input: (id: number) => Made["input"], more: Partial<Rule> = {}): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { id } = await addDevice(unitId);
      return { input: input(await startUpgrade(platform, await addVersion(), [id])) };
    },
    ...more,
  });
  const aim = (call: "preview" | "order"): Rule => ({
    // Of devices out of one's reach none is left to upgrade: the preview counts none, the order is refused.
    outside: call === "preview" ? "notSeen" : "field",
    make: async (unitId) => {
      const { id } = await addDevice(unitId);
      const body = { firmwareId: await addVersion(), selection: { kind: "devices", deviceIds: [id] } };
      return { input: { body }, ...(call === "preview" ? { sees: '"chosen":1' } : {}) };
    },
  });
  return {
    [firmware.listFirmware.name]: { outside: "none", make: async () => ({ input: {} }) },
    [firmware.addFirmware.name]: {
      outside: "none",
      make: async () => {
        const version = stage.name();
        const query = { productId: (await product(stage)).id, version };
        return { input: { query, file: new Blob([version]) } };
      },
    },
    [firmware.removeFirmware.name]: {
      outside: "none",
      make: async () => ({ input: { params: { id: await addVersion() } } }),
    },
    [upgrades.previewFirmwareBatch.name]: aim("preview"),
    [upgrades.addFirmwareBatch.name]: aim("order"),
    [upgrades.listFirmwareBatches.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const firmwareId = await addVersion();
        await startUpgrade(platform, firmwareId, [(await addDevice(unitId)).id]);
        return { input: { query: { firmwareId } }, sees: `"firmwareId":${firmwareId}` };
      },
    },
    [upgrades.getFirmwareBatch.name]: ofBatch((id) => ({ params: { id } })),
    [upgrades.listUpgrades.name]: ofBatch((batchId) => ({ query: { batchId } })),
    [upgrades.cancelUpgrades.name]: ofBatch((id) => ({ params: { id } })),
    [upgrades.retryUpgrades.name]: ofBatch((id) => ({ params: { id } })),
    [upgrades.getDeviceFirmware.name]: {
      outside: "notFound",
      within: mayQuery,
      make: async (unitId) => ({ input: { params: { id: (await addDevice(unitId)).id } } }),
    },
    [getDeviceTree.name]: {
      outside: "notFound",
      within: mayQuery,
      make: async (unitId) => ({ input: { params: { id: (await addDevice(unitId)).id } } }),
    },
    [firmware.downloadFirmware.name]: {
      outside: "none",
      succeeds: 404,
      make: async () => ({ input: { params: { token: "none" } } }),
    },
  };
}
