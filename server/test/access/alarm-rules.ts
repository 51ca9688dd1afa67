import * as rules from "@tracewater/contract/fleet/alarm-rules";
import * as alarms from "@tracewater/contract/fleet/alarms";
import * as maintenance from "@tracewater/contract/fleet/maintenance-items";
import { addAlarm } from "../test-alarm.ts";
import type { CallInput, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** A rule about the samplers of a unit. */
export const alarmRuleBody = (unitId: number, name: string) => ({
  name,
  typeKey: "waterSample" as const,
  source: "property" as const,
  identifier: "boxTemp",
  operator: "gt" as const,
  threshold: 8,
  severity: "warning" as const,
  unitId,
});

/** What wears out on a unit's devices. */
export function maintenanceAccess(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const fields = () => ({ name: stage.name(), kind: "consumable" as const, dueOn: "2030-01-01" });
  const add = async (unitId: number) => {
    const { deviceName } = await platform.addDevice({ unitId, deviceName: stage.name() });
    const { data } = await platform.call(
      maintenance.addUpkeepItem,
      { body: { deviceName, ...fields() } },
      stage.admin,
    );
    return { deviceName, itemId: data.itemId };
  };
  const onOne = (input: (itemId: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input((await add(unitId)).itemId) }),
  });
  return {
    [maintenance.listUpkeepItems.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { deviceName } = await add(unitId);
        return { input: { query: { keyword: deviceName } }, sees: deviceName };
      },
    },
    [maintenance.getUpkeepItem.name]: onOne((id) => ({ params: { id } })),
    [maintenance.addUpkeepItem.name]: {
      outside: "field",
      make: async (unitId) => {
        const { deviceName } = await platform.addDevice({ unitId, deviceName: stage.name() });
        return { input: { body: { deviceName, ...fields() } } };
      },
    },
    [maintenance.changeUpkeepItem.name]: onOne((itemId) => ({ body: { itemId, ...fields() } })),
    [maintenance.removeUpkeepItems.name]: onOne((ids) => ({ params: { ids } })),
    [maintenance.doUpkeep.name]: onOne((itemId) => ({ body: { itemId } })),
  };
}

/** Alarms of a unit's devices, and what is done to them. */
export function alarmAccess(stage: AccessStage): Record<string, Rule> {
  const { platform } = stage;
  const onOne = (input: (alarmId: number, deviceId: number) => CallInput): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { id } = await platform.addDevice({ unitId, deviceName: stage.name() });
      return { input: input(await addAlarm(platform.db, id, stage.name()), id) };
    },
  });
  const body = (unitId: number) => alarmRuleBody(unitId, stage.name());
  return {
    [alarms.listAlarms.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { id, deviceName } = await platform.addDevice({ unitId, deviceName: stage.name() });
        await addAlarm(platform.db, id, stage.name());
        return { input: { query: { keyword: deviceName } }, sees: deviceName };
      },
    },
    [alarms.countAlarms.name]: { outside: "none", make: async () => ({ input: {} }) },
    [alarms.getAlarm.name]: onOne((id) => ({ params: { id } })),
    [alarms.acknowledgeAlarms.name]: onOne((id) => ({ body: { alarmIds: [id] } })),
    [alarms.clearAlarms.name]: onOne((id) => ({ body: { alarmIds: [id] } })),
    [alarms.shelveAlarms.name]: onOne((id) => ({ body: { alarmIds: [id], minutes: 10 } })),
    [alarms.noteAlarm.name]: onOne((alarmId) => ({ body: { alarmId, note: "seen" } })),
    [alarms.getMaintenance.name]: onOne((_alarmId, deviceId) => ({ params: { deviceId } })),
    [alarms.setMaintenance.name]: onOne((_alarmId, deviceId) => ({ body: { deviceId, minutes: 10 } })),
    [rules.tryAlarmRule.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: body(unitId) } }),
    },
    [rules.exportAlarmRulesJson.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const given = body(unitId);
        await platform.call(rules.alarmRules.calls.add, { body: given }, stage.admin);
        return { input: {}, sees: given.name };
      },
    },
    [rules.importAlarmRulesJson.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: { rules: [body(unitId)] } } }),
    },
  };
}
