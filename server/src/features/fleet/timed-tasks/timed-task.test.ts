import { listBatchCommands } from "@tracewater/contract/fleet/bulk-commands";
import { changeDevice } from "@tracewater/contract/fleet/devices";
import {
  addTimedTask,
  changeTimedTask,
  changeTimedTaskStatus,
  listFirings,
  listTimedTasks,
  previewTimedTask,
  removeTimedTask,
} from "@tracewater/contract/fleet/timed-tasks";
import { listOperations } from "@tracewater/contract/system/audit";
import { changeUserStatus } from "@tracewater/contract/system/users";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const family = "waterSample";
const params = { family } as const;
const minute = 60_000;
const hour = 3_600_000;
/** Ten past an hour. */
const start = Math.ceil(Date.now() / hour) * hour + 10 * minute;
let clock = start;

onPlatform(
  "A timed task",
  (platform) => {
    beforeEach(async () => {
      clock = start;
      await sql`delete from timed_task`.execute(platform.db);
    });

    const facts = (more: Record<string, unknown> = {}) => ({
      name: "Stop at night",
      service: "stop",
      cronExpression: "0 * * * *",
      onceAt: null,
      zone: "Asia/Shanghai",
      deviceId: null,
      tag: null,
      ...more,
    });
    const add = async (more: Record<string, unknown>, as?: Session) => {
      const session = as ?? (await platform.admin());
      return (await platform.call(addTimedTask, { params, body: facts(more) }, session)).data;
    };
    /** As the database has them: a session may be over by the clock of the test. */
    const firings = async (id: number) => {
      const found = await platform.db
        .selectFrom("timedFiring")
        .select(["tick", "state", "missed"])
        .where("timedTaskId", "=", id)
        .orderBy("tick")
        .execute();
      return found.map(({ tick, state, missed }) => [(tick.getTime() - start) / minute, state, missed]);
    };
    /** The clock is there until the platform has looked at least once. */
    const goTo = (minutes: number) => {
      clock = start + minutes * minute;
    };
    const device = async (tags: string[] = []) => {
      const made = await platform.addDevice();
      const body = { id: made.id, nickname: "", pointId: null, tags };
      await platform.call(changeDevice, { params, body }, await platform.admin());
      return made;
    };

    test("orders of its device at each tick, once, and its owner is in the operation log", async () => {
      const made = await device();
      const { deviceName } = made;
      const task = await add({ deviceId: made.id });
      expect(task).toMatchObject({
        deviceName,
        whenWords: "every hour, on the hour",
        owner: "admin",
        last: null,
      });
      expect(task.nextTimes.slice(0, 2)).toEqual([start + 50 * minute, start + 110 * minute]);
      const come = await platform.connect(made);
      goTo(50);
      const { id: command } = await come.downlink("thing/service/stop");
      await eventually(() => firings(task.timedTaskId)).toEqual([[50, "fired", 0]]);
      goTo(110);
      expect((await come.downlink("thing/service/stop")).id).not.toBe(command);
      await eventually(() => firings(task.timedTaskId)).toEqual([
        [50, "fired", 0],
        [110, "fired", 0],
      ]);
      const query = { thing: `timedTask ${task.timedTaskId}` };
      const found = async () => (await platform.call(listOperations, { query }, await platform.admin())).rows;
      await eventually(async () => (await found()).filter(({ call }) => call === "timedTask").length).toBe(2);
      expect((await found())[0]).toMatchObject({ operName: "admin", via: "none" });
    });

    test("by tag reaches anyone who carries it when the time comes", async () => {
      const early = await device(["night"]);
      const task = await add({ tag: "night" });
      const late = await device(["night"]);
      goTo(50);
      await eventually(() => firings(task.timedTaskId)).toEqual([[50, "fired", 0]]);
      const input = { params: { family, id: task.timedTaskId } as const };
      const [fired] = (await platform.call(listFirings, input, await platform.admin())).rows;
      expect(fired?.devices).toBe(2);
      const batch = { params: { family, id: fired?.batchId ?? 0 } as const };
      const { rows } = await platform.call(listBatchCommands, batch, await platform.admin());
      expect(rows.map(({ deviceId }) => deviceId).sort()).toEqual([early.id, late.id].sort());
      expect(rows[0]?.timedTaskId).toBe(task.timedTaskId);
      const ofDevice = { params, query: { deviceId: late.id } };
      const shown = await platform.call(listTimedTasks, ofDevice, await platform.admin());
      expect(shown.rows.map(({ timedTaskId }) => timedTaskId)).toEqual([task.timedTaskId]);
    });

    test("once fires once, and has no next time then", async () => {
      const { id } = await device();
      const task = await add({ deviceId: id, cronExpression: null, onceAt: start + 5 * minute });
      goTo(5);
      await eventually(() => firings(task.timedTaskId)).toEqual([[5, "fired", 0]]);
      goTo(500);
      const { rows } = await platform.call(listTimedTasks, { params }, await platform.admin());
      expect(rows[0]).toMatchObject({ nextTimes: [], last: { state: "fired" } });
    });

    test("reports the ticks that it missed, and fires none of them in a heap", async () => {
      const { id } = await device();
      const task = await add({ deviceId: id });
      await platform.stop();
      goTo(50 + 180 + 5);
      await platform.start();
      await eventually(() => firings(task.timedTaskId)).toEqual([[50, "missed", 4]]);
      goTo(50 + 240);
      await eventually(() => firings(task.timedTaskId)).toEqual([
        [50, "missed", 4],
        [290, "fired", 0],
      ]);
    });

    test("fires no tick twice over a clock that goes an hour or a year ahead and comes back", async () => {
      const { id } = await device();
      const task = await add({ deviceId: id });
      goTo(50);
      await eventually(() => firings(task.timedTaskId)).toHaveLength(1);
      goTo(49);
      await eventually(() => sawClock(49)).toBe(true);
      goTo(50);
      await eventually(() => sawClock(50)).toBe(true);
      expect(await firings(task.timedTaskId)).toEqual([[50, "fired", 0]]);
      goTo(525_600 + 20);
      await eventually(() => firings(task.timedTaskId)).toHaveLength(2);
      goTo(60);
      await eventually(() => sawClock(60)).toBe(true);
      // What seemed missed while it was ahead is fired when its time really comes.
      goTo(110);
      await eventually(() => firings(task.timedTaskId)).toEqual([
        [50, "fired", 0],
        [110, "fired", 0],
      ]);

      /** The next tick that the database holds is the one after this moment: the platform has looked. */
      async function sawClock(minutes: number) {
        const row = await platform.db
          .selectFrom("timedTask")
          .select("nextAt")
          .where("id", "=", task.timedTaskId)
          .executeTakeFirstOrThrow();
        const next = ((row.nextAt?.getTime() ?? 0) - start) / minute;
        return next > minutes && next <= minutes + 120;
      }
    });

    test("asks at each firing for what its owner may do then", async () => {
      const unitId = await platform.addUnit("Timed");
      const owner = await platform.addUser({ unitId, roles: ["operator"] });
      const { id } = await platform.addDevice({ unitId });
      const task = await add({ deviceId: id }, owner);
      const body = { userId: owner.id, status: "1" as const };
      await platform.call(changeUserStatus, { body }, await platform.admin());
      goTo(50);
      await eventually(() => firings(task.timedTaskId)).toEqual([[50, "refused", 0]]);
      // Who changes it is its owner from then on.
      const change = { params, body: { ...facts({ deviceId: id }), timedTaskId: task.timedTaskId } };
      expect((await platform.call(changeTimedTask, change, await platform.admin())).data.owner).toBe("admin");
      goTo(110);
      await eventually(() => firings(task.timedTaskId)).toEqual([
        [50, "refused", 0],
        [110, "fired", 0],
      ]);
    });

    test("rests while it is paused, and is gone when it is deleted", async () => {
      const { id } = await device();
      const { timedTaskId } = await add({ deviceId: id });
      const admin = await platform.admin();
      const status = (to: "0" | "1") => ({ params, body: { timedTaskId, status: to } });
      await platform.call(changeTimedTaskStatus, status("1"), admin);
      const watch = await add({ deviceId: id, name: "Another" });
      goTo(50);
      await eventually(() => firings(watch.timedTaskId)).toHaveLength(1);
      expect(await firings(timedTaskId)).toEqual([]);
      await platform.call(changeTimedTaskStatus, status("0"), admin);
      goTo(110);
      await eventually(() => firings(timedTaskId)).toEqual([[110, "fired", 0]]);
      await platform.call(removeTimedTask, { params: { family, id: timedTaskId } }, admin);
      const { rows } = await platform.call(listTimedTasks, { params, query: { deviceId: id } }, admin);
      expect(rows.map((row) => row.timedTaskId)).toEqual([watch.timedTaskId]);
    });

    test("that is no schedule, reaches nobody or asks what the model lacks is refused at its field", async () => {
      const { id } = await device();
      const admin = await platform.admin();
      const fieldsOf = async (more: Record<string, unknown>) => {
        const refused = await platform.refusal(addTimedTask, { params, body: facts(more) }, admin);
        return refused.errors?.map(({ field }) => field) ?? refused.code;
      };
      expect(await fieldsOf({ deviceId: id, cronExpression: "30 0 2 * * ?" })).toEqual(["cronExpression"]);
      expect(await fieldsOf({ deviceId: id, cronExpression: null })).toEqual(["cronExpression"]);
      expect(await fieldsOf({ deviceId: id, onceAt: start + hour })).toEqual(["cronExpression"]);
      expect(await fieldsOf({ deviceId: id, cronExpression: null, onceAt: start - 1 })).toEqual(["onceAt"]);
      expect(await fieldsOf({ deviceId: id, zone: "Nowhere/City" })).toEqual(["zone"]);
      expect(await fieldsOf({})).toEqual(["tag"]);
      expect(await fieldsOf({ tag: "nobody" })).toEqual(["selection"]);
      expect(await fieldsOf({ deviceId: id, service: "grab", params: { volume: 1 } })).toEqual([
        "params.volume",
      ]);
      expect(await fieldsOf({ deviceId: id, service: "explode" })).toBe(404);
    });

    test("is previewed in its zone", async () => {
      const ask = { params, query: { cronExpression: "30 2 * * *", zone: "America/New_York" } };
      const { data } = await platform.call(previewTimedTask, ask, await platform.admin());
      expect(data.words).toBe("every day, at 02:30");
      expect(data.nextTimes).toHaveLength(5);
      const wrong = { params, query: { cronExpression: "x", zone: "UTC" } };
      expect(await platform.refusal(previewTimedTask, wrong, await platform.admin())).toMatchObject({
        code: 400,
      });
    });
  },
  { now: () => clock },
);
