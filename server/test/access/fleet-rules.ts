import * as commands from "@tracewater/contract/fleet/commands";
import * as desired from "@tracewater/contract/fleet/desired";
import * as words from "@tracewater/contract/fleet/device-twin";
import * as devices from "@tracewater/contract/fleet/devices";
import * as logs from "@tracewater/contract/fleet/group-logs";
import * as holds from "@tracewater/contract/fleet/legal-holds";
import * as products from "@tracewater/contract/fleet/products";
import { realtime } from "@tracewater/contract/fleet/realtime";
import * as telemetry from "@tracewater/contract/fleet/telemetry";
import { family, type Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { onDevices, type Target } from "./device-rule.ts";

const mayQuery = { permission: "device:{family}:query", without: "notFound" } as const;
const params = { family };
const target = ({ deviceName }: Target) => ({ deviceName });

/** Devices, what they sent and what was ordered of them. */
export function fleetRules(stage: AccessStage): Record<string, Rule> {
  return {
    ...logRules(stage),
    ...deviceRules(stage),
    ...readingRules(stage),
    ...commandRules(stage),
    // A stream opens for every session; what reaches it is in data-scope.test.ts.
    [realtime.name]: { outside: "none", make: async () => ({ input: { query: { topics: "" } } }) },
  };
}

/** What devices reported in groups. */
function logRules(stage: AccessStage): Record<string, Rule> {
  const ofDevice = onDevices(stage);
  const ofAllFamilies = [logs.workStatusLog, logs.modeLog, logs.settingLog, logs.envStatusLog].flatMap(
    ({ calls }): [string, Rule][] => [
      [calls.list.name, ofDevice((device) => ({ params, query: target(device) }))],
      [calls.export.name, ofDevice((device) => ({ params, query: target(device) }))],
      [calls.exportByForm.name, ofDevice((device) => ({ params, body: target(device) }))],
    ],
  );
  const ofSamplers = [logs.sampleModeLog, logs.sampleSettingLog, logs.sampleEnvStatusLog].flatMap(
    ({ calls }): [string, Rule][] => [
      [calls.list.name, ofDevice((device) => ({ query: target(device) }))],
      [calls.export.name, ofDevice((device) => ({ query: target(device) }))],
      [calls.exportByForm.name, ofDevice((device) => ({ body: target(device) }))],
    ],
  );
  return Object.fromEntries([...ofAllFamilies, ...ofSamplers]);
}

function deviceRules(stage: AccessStage): Record<string, Rule> {
  const ofDevice = onDevices(stage);
  return {
    [products.listProducts.name]: { outside: "none", make: async () => ({ input: {} }) },
    [products.getProduct.name]: {
      outside: "none",
      make: async () => {
        const { data } = await stage.platform.call(products.listProducts, {}, stage.admin);
        return { input: { params: { id: data[0]?.productId } } };
      },
    },
    [devices.listDevices.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { deviceName } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
        return { input: { params, query: { keyword: deviceName } }, sees: deviceName };
      },
    },
    [devices.getDevice.name]: ofDevice(({ id }) => ({ params: { family, id } })),
    [devices.getDeviceOfAnyFamily.name]: ofDevice(({ id }) => ({ params: { id } }), { within: mayQuery }),
    [devices.countDevices.name]: { outside: "none", make: async () => ({ input: {} }) },
    [devices.addDevice.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { params, body: { deviceName: stage.name(), unitId } } }),
    },
    [devices.changeDevice.name]: ofDevice(({ id }) => ({
      params,
      body: { id, nickname: "", pointId: null, tags: [] },
    })),
    [devices.changeDeviceStatus.name]: ofDevice(({ id }) => ({ params, body: { id, status: "1" } })),
    [devices.resetDeviceSecret.name]: ofDevice(({ id }) => ({ params: { family, id } })),
  };
}

/** What devices sent, and what is kept of it for good. */
function readingRules(stage: AccessStage): Record<string, Rule> {
  const ofDevice = onDevices(stage);
  const hold = async (deviceId: number) => {
    const body = { deviceId, begin: 1000, reason: "case 7" };
    return (await stage.platform.call(holds.placeReadingHold, { body }, stage.admin)).data.holdId;
  };
  return {
    [telemetry.getSeries.name]: ofDevice(
      ({ id }) => ({ query: { deviceId: id, identifiers: "ph", begin: 1, end: 1000 } }),
      { within: mayQuery },
    ),
    [telemetry.exportReadings.name]: ofDevice(
      ({ id }) => ({ query: { deviceId: id, identifiers: "ph", begin: 1, end: 1000 } }),
      { within: { permission: "device:{family}:export", without: "notFound" } },
    ),
    [telemetry.listConflicts.name]: ofDevice(({ id }) => ({ query: { deviceId: id } }), { within: mayQuery }),
    [holds.listReadingHolds.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { deviceName, id } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
        await hold(id);
        return { input: { query: { deviceId: id } }, sees: deviceName };
      },
    },
    [holds.placeReadingHold.name]: ofDevice(({ id }) => ({
      body: { deviceId: id, begin: 1000, reason: "case 7" },
    })),
    [holds.liftReadingHold.name]: ofDevice(async ({ id }) => ({
      params: { id: await hold(id) },
      body: { reason: "closed" },
    })),
    [telemetry.listMessages.name]: ofDevice(({ id }) => ({ query: { deviceId: id } }), { within: mayQuery }),
    [telemetry.listEvents.name]: ofDevice(({ id }) => ({ query: { deviceId: id } }), { within: mayQuery }),
  };
}

/** What is ordered of devices, and what the platform and a device agree on. */
function commandRules(stage: AccessStage): Record<string, Rule> {
  const ofDevice = onDevices(stage);
  const order = async ({ deviceName }: Target) => {
    const input = { params: { family, service: "stop" }, query: { deviceName } };
    return (await stage.platform.call(commands.callService, input, stage.admin)).data.id;
  };
  return {
    [logs.queryDeviceProperty.name]: ofDevice((device) => ({ params, query: target(device) })),
    [commands.callService.name]: ofDevice((device) => ({
      params: { family, service: "stop" },
      query: target(device),
    })),
    [commands.setProperties.name]: ofDevice((device) => ({
      params,
      query: target(device),
      body: { params: { interval: 5 } },
    })),
    [commands.getProperties.name]: ofDevice((device) => ({
      params,
      query: target(device),
      body: { identifiers: ["ph"] },
    })),
    [desired.listDesired.name]: ofDevice((device) => ({ params, query: target(device) })),
    [desired.setDesired.name]: ofDevice((device) => ({
      params,
      query: target(device),
      body: { values: { interval: 5 } },
    })),
    [words.listAttributes.name]: ofDevice((device) => ({ params, query: target(device) })),
    [words.getShadow.name]: ofDevice((device) => ({ params, query: target(device) })),
    [words.changeShadow.name]: ofDevice((device) => ({
      params,
      query: target(device),
      body: { desired: { colour: "red" }, version: 0 },
    })),
    [words.listDeviceLogs.name]: ofDevice((device) => ({ params, query: target(device) })),
    [words.switchDeviceLog.name]: ofDevice((device) => ({
      params,
      query: target(device),
      body: { isOn: true },
    })),
    [commands.listCommands.name]: ofDevice(({ id }) => ({ query: { deviceId: id } }), { within: mayQuery }),
    [commands.getCommand.name]: ofDevice(async (device) => ({ params: { id: await order(device) } }), {
      within: mayQuery,
    }),
  };
}
