import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { getSituation } from "@tracewater/contract/operations/situation";
import { reportDisplay, revokeDisplays } from "@tracewater/contract/system/displays";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { addDisplay, quietReport } from "../../../../test/test-displays.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("A silent display", (platform) => {
  const silence = (displayId: number) =>
    sql`update display set heartbeat_at = now() - interval '4 minutes' where id = ${displayId}`.execute(
      platform.db,
    );
  const alarmsOf = async (name: string) =>
    (await platform.call(listAlarms, { query: { keyword: name } }, await platform.admin())).rows;
  const add = async (name: string, unitId?: number) => {
    const given = { name, unitId: unitId ?? (await platform.unit()) };
    const added = await addDisplay(platform, await platform.admin(), given);
    await platform.call(reportDisplay, { body: quietReport }, added.session);
    return added;
  };

  test("is an alarm of its unit, once, until it reports again", async () => {
    const unitId = await platform.addUnit("Silent hall");
    const { displayId, session } = await add("Hall wall", unitId);
    await runTask(platform, "displaySilence");
    expect(await alarmsOf("Hall wall")).toEqual([]);
    const live = await listenLive(platform.url, await platform.admin(), "alarms");
    await eventually(() => live.of("hello").length).toBe(1);
    await silence(displayId);
    await runTask(platform, "displaySilence");
    await runTask(platform, "displaySilence");
    const raised = { state: "active", source: "displaySilent", severity: "major", deviceName: "Hall wall" };
    expect(await alarmsOf("hall WALL")).toMatchObject([
      { ...raised, displayId, deviceId: null, typeKey: null, unitId, unitName: "Silent hall" },
    ]);
    await eventually(() => live.of("alarm")).toMatchObject([{ deviceId: null, change: "raised" }]);
    live.close();
    const shown = (await platform.call(getSituation, {}, session)).data.alarms;
    expect(shown?.rows).toMatchObject([{ deviceId: null, deviceName: "Hall wall", pointName: null }]);
    await platform.call(reportDisplay, { body: quietReport }, session);
    await runTask(platform, "displaySilence");
    expect(await alarmsOf("Hall wall")).toMatchObject([{ state: "cleared", clearedBy: "" }]);
  });

  test("is not seen by people of other units", async () => {
    const { displayId } = await add("Theirs", await platform.addUnit("Theirs"));
    await silence(displayId);
    await runTask(platform, "displaySilence");
    const stranger = await platform.addUser({ unitId: await platform.addUnit("Ours"), roles: ["unitAdmin"] });
    expect((await platform.call(listAlarms, { query: { keyword: "Theirs" } }, stranger)).rows).toEqual([]);
  });

  test("is no matter any more once it was revoked; its alarm stays in the list as cleared", async () => {
    const admin = await platform.admin();
    const { displayId } = await add("Taken down");
    await silence(displayId);
    await runTask(platform, "displaySilence");
    await platform.call(revokeDisplays, { params: { ids: String(displayId) } }, admin);
    await runTask(platform, "displaySilence");
    expect(await alarmsOf("Taken down")).toMatchObject([{ state: "cleared" }]);
  });
});
