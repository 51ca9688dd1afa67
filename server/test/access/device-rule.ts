import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

export type Target = { id: number; deviceName: string; unitId: number };

/** Makes rules of calls on a device of the unit. */
export function onDevices(stage: AccessStage) {
  return (input: (device: Target) => CallInput | Promise<CallInput>, more: Partial<Rule> = {}): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { id, deviceName } = await stage.platform.addDevice({ unitId, deviceName: stage.name() });
      return { input: await input({ id, deviceName, unitId }) };
    },
    ...more,
  });
}
