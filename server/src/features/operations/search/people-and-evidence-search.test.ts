import { clearAlarms, listAlarms } from "@tracewater/contract/fleet/alarms";
import { searchThings } from "@tracewater/contract/operations/search";
import { expect, test } from "vitest";
import { addAlarm } from "../../../../test/test-alarm.ts";
import { evidenceWorld } from "../../../../test/test-evidence.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("The search for people, alarms and evidence", (platform) => {
  const world = evidenceWorld(platform);
  const find = async (keyword: string, as: Session) =>
    (await platform.call(searchThings, { query: { keyword } }, as)).data;
  const numbers = async (keyword: string, as: Session) =>
    (await find(keyword, as)).map(({ kind, number }) => `${kind} ${number}`);

  test("finds an entrustment by its case, and an item by its number or its seal, in one's own unit alone", async () => {
    const { custodian, foreign } = world;
    const { id, entrustmentNo } = await world.entrust({ caseNo: "CASE-7731" });
    const item = await world.register(id, { sealNo: "SEAL-90417" });
    expect(await find("case-77", custodian)).toEqual([
      { kind: "entrustment", id, number: entrustmentNo, name: "District court CASE-7731" },
    ]);
    expect(await numbers(item.itemNo, custodian)).toContain(`evidenceItem ${item.itemNo}`);
    expect(await numbers("seal-904", custodian)).toEqual([`evidenceItem ${item.itemNo}`]);
    for (const keyword of ["case-77", item.itemNo, "seal-904"]) {
      expect(await numbers(keyword, foreign), keyword).toEqual([]);
    }
  });

  test("finds people by a part of either name for whoever lists them, those of other units for nobody", async () => {
    const { boss, custodian, foreign, reviewer } = world;
    expect(await numbers(reviewer.userName.toUpperCase(), boss)).toContain(`user ${reviewer.userName}`);
    expect(await numbers(reviewer.userName, custodian)).not.toContain(`user ${reviewer.userName}`);
    expect(await numbers(reviewer.userName, foreign)).not.toContain(`user ${reviewer.userName}`);
  });

  test("finds an open alarm by its device or its name, and no longer once it is cleared", async () => {
    const { boss, at } = world;
    const device = await platform.addDevice({ unitId: at.unitId, deviceName: "WS-ALARM-1" });
    const alarmId = await addAlarm(platform.db, device.id, "Inlet ran dry");
    const hit = { kind: "alarm", id: alarmId, number: "WS-ALARM-1", name: "Inlet ran dry" };
    expect(await find("ran dry", boss)).toEqual([hit]);
    expect(await find("ws-alarm", boss)).toContainEqual(hit);
    const listed = await platform.call(listAlarms, { query: { keyword: "ran dry" } }, boss);
    expect(listed.rows.map((row) => row.alarmId)).toEqual([alarmId]);
    await platform.call(clearAlarms, { body: { alarmIds: [alarmId], note: "water is back" } }, boss);
    expect(await find("ran dry", boss)).toEqual([]);
  });
});
