import { deviceImport } from "@tracewater/contract/fleet/device-import";
import * as lives from "@tracewater/contract/fleet/device-lifecycle";
import { family, type Made, type Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { fileRules } from "./resource-rules.ts";

const mayQuery = { permission: "device:{family}:query", without: "notFound" } as const;

/** What becomes of devices, and what is reported about it. */
export function deviceLifecycleRules(stage: AccessStage): Record<string, Rule> {
  const addDevice = (unitId: number) => stage.platform.addDevice({ unitId, deviceName: stage.name() });
  const ofDevice = (
    input: (id: number, unitId: number) => Made["input"] | Promise<Made["input"]>,
    more: Partial<Rule> = {},
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: await input((await addDevice(unitId)).id, unitId) }),
    ...more,
  });
  const params = { family };
  const received = (id: number) => ({ params: { id } });
  return {
    ...fileRules(stage, deviceImport.calls, params),
    [lives.moveDevices.name]: ofDevice((id, unitId) => ({ params, body: { ids: [id], unitId } })),
    [lives.bindDevicePoint.name]: ofDevice((id) => ({ params, body: { id, pointId: null } })),
    [lives.replaceDevice.name]: ofDevice(async (id, unitId) => ({
      params,
      body: { id, byId: (await addDevice(unitId)).id },
    })),
    [lives.removeDevices.name]: ofDevice((id) => ({ params: { family, ids: String(id) } })),
    [lives.tagDevices.name]: ofDevice((id) => ({ params, body: { ids: [id], add: ["access"] } })),
    [lives.makeDeviceLabels.name]: ofDevice((id) => ({ params, body: { ids: [id] } })),
    [lives.listDeviceSpans.name]: ofDevice(received, { within: mayQuery }),
    [lives.listDeviceTimeline.name]: ofDevice(received, { within: mayQuery }),
    [lives.getConnectDiagnosis.name]: ofDevice(received, { within: mayQuery }),
    [lives.getDeviceUptime.name]: ofDevice(received, { within: mayQuery }),
    // The label's code opens another unit's device; what is refused is to take it into a unit that is not one's own.
    [lives.claimDevice.name]: {
      outside: "field",
      within: { permission: "device:{family}:add", without: "notFound" },
      make: async (unitId) => {
        const { id, deviceName } = await addDevice(await stage.platform.unit());
        const input = { params, body: { ids: [id] } };
        const { data } = await stage.platform.call(lives.makeDeviceLabels, input, stage.admin);
        return { input: { body: { deviceName, claimCode: data[0]?.claimCode ?? "", unitId } } };
      },
    },
  };
}
