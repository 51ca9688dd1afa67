import {
  type AlarmRuleBody,
  alarmRules,
  exportAlarmRulesJson,
  importAlarmRulesJson,
  tryAlarmRule,
} from "@tracewater/contract/fleet/alarm-rules";
import { expect, test } from "vitest";
import { onPlatform } from "../../../../test/test-platform.ts";

const minute = 60_000;
const { add, change, list, remove } = alarmRules.calls;

const toBody = (given: Partial<AlarmRuleBody> & { name: string }): AlarmRuleBody =>
  alarmRules.body.parse({
    ...{ typeKey: "waterSample", source: "property", identifier: "ph", operator: "gt", threshold: 9 },
    ...{ severity: "warning", ...given },
  });

onPlatform("Alarm rules", (platform) => {
  test("ship for every family, count for all units, and stay away once they are deleted", async () => {
    const admin = await platform.admin();
    const { rows } = await platform.call(list, { query: { pageSize: 100 } }, admin);
    const kinds = new Set(rows.map((rule) => `${rule.typeKey}/${rule.source}`));
    for (const kind of ["waterSample/property", "liquidExtract/event", "evidenceBox/event", "mass/event"]) {
      expect(kinds).toContain(kind);
    }
    const warm = rows.find((rule) => rule.identifier === "boxTemp");
    expect(warm).toMatchObject({ threshold: 8, durationS: 1800, operator: "gt", unitId: null, status: "0" });
    await platform.call(remove, { params: { ids: String(warm?.ruleId) } }, admin);
    await platform.restart();
    const after = await platform.call(list, { query: { keyword: "boxTemp" } }, await platform.admin());
    expect(after.total).toBe(0);
  });

  test.each<[string, Partial<AlarmRuleBody>, string]>([
    ["a property that the model lacks", { identifier: "phh" }, "identifier"],
    ["a property that is a text", { identifier: "programName" }, "identifier"],
    ["a property without a threshold", { threshold: null }, "threshold"],
    ["hysteresis on the wrong side", { clearThreshold: 10 }, "clearThreshold"],
    ["an event that ends by itself", { source: "event", identifier: "noLiquid" }, "clearBy"],
    ["an unknown event", { source: "event", identifier: "noSuch", clearBy: "manual" }, "identifier"],
    ["an end by no event", { clearBy: "event" }, "clearEvent"],
    ["an end after no time", { clearBy: "after" }, "clearAfterMin"],
    ["silence of a second", { source: "silent", durationS: 1 }, "durationS"],
    ["an address that is none", { emails: "a@example.org, nobody" }, "emails"],
    ["a unit that is not there", { unitId: 99_999 }, "unitId"],
  ])("refuse %s by its field", async (name, given, field) => {
    const body = toBody({ name, ...given });
    const refused = await platform.refusal(add, { body }, await platform.admin());
    expect(refused).toMatchObject({ code: 400, errors: [{ field }] });
  });

  test("of all units are read by everybody and written by who reaches all of them", async () => {
    const unitId = await platform.addUnit("Rules A");
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    const { rows } = await platform.call(list, { query: { source: "offline" } }, engineer);
    expect(rows.length).toBeGreaterThan(0);
    const shipped = rows[0];
    const body = { ...shipped, status: "1" as const };
    expect(await platform.refusal(change, { body }, engineer)).toMatchObject({ code: 403 });
    const input = { params: { ids: String(shipped?.ruleId) } };
    expect(await platform.refusal(remove, input, engineer)).toMatchObject({ code: 403 });
    const free = await platform.refusal(add, { body: toBody({ name: "free" }) }, engineer);
    expect(free).toMatchObject({ code: 400, errors: [{ field: "unitId" }] });
    await platform.call(add, { body: toBody({ name: "ours", unitId }) }, engineer);
  });

  test("are tried on what is stored: how often each would have been raised", async () => {
    const admin = await platform.admin();
    const device = await platform.connectNew();
    const begin = Date.now() - 10 * 3_600_000;
    const values = [7, 10, 10, 7, 10, 10, 10, 7, 10];
    for (const [at, ph] of values.entries()) {
      await device.post({ ph: { value: ph, time: begin + at * 30 * minute } });
    }
    const devices = device.credentials.deviceName;
    const tryIt = async (given: Partial<AlarmRuleBody>) =>
      (await platform.call(tryAlarmRule, { body: toBody({ name: "try", devices, ...given }) }, admin)).data;
    expect(await tryIt({})).toMatchObject({ raised: 3, devices: 1, devicesInAll: 1, values: 9 });
    const long = await tryIt({ durationS: 3600 });
    expect(long).toMatchObject({
      raised: 1,
      examples: [{ begin: begin + 6 * 30 * minute, end: begin + 7 * 30 * minute, value: 10 }],
    });
    const silent = { body: toBody({ name: "try", source: "silent", durationS: 60 }) };
    expect(await platform.refusal(tryAlarmRule, silent, admin)).toMatchObject({ code: 400 });
  });

  test("go out as JSON and come in again, changed where it is asked for, all or none", async () => {
    const admin = await platform.admin();
    await platform.call(add, { body: toBody({ name: "json one", threshold: 9.5 }) }, admin);
    const { data } = await platform.call(exportAlarmRulesJson, {}, admin);
    const one = data.rules.find((rule) => rule.name === "json one");
    expect(one).toMatchObject({ threshold: 9.5 });
    const rules = [{ ...toBody({ name: "json one" }), threshold: 11 }, toBody({ name: "json two" })];
    const left = await platform.call(importAlarmRulesJson, { body: { rules } }, admin);
    expect(left.data).toEqual({ added: 1, updated: 0, left: 1 });
    const again = await platform.call(importAlarmRulesJson, { body: { rules, updateSupport: true } }, admin);
    expect(again.data).toEqual({ added: 0, updated: 2, left: 0 });
    const found = await platform.call(list, { query: { keyword: "json one" } }, admin);
    expect(found.rows).toMatchObject([{ threshold: 11 }]);
    const wrong = {
      rules: [toBody({ name: "json three" }), toBody({ name: "json four", identifier: "none" })],
    };
    const refused = await platform.refusal(importAlarmRulesJson, { body: wrong }, admin);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "rules.1.identifier" }] });
    expect((await platform.call(list, { query: { keyword: "json three" } }, admin)).total).toBe(0);
  });
});
