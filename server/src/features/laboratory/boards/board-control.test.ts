import {
  getBoardControl,
  listBoardControls,
  overrideBoardLockout,
  setBoardControl,
} from "@tracewater/contract/laboratory/board-controls";
import { confirmBoardTest, uploadBoardTest } from "@tracewater/contract/laboratory/board-tests";
import { getBoardLotUse } from "@tracewater/contract/laboratory/boards";
import { beforeAll, expect, test } from "vitest";
import { boardControlSteps } from "../../../../test/board-control-steps.ts";
import { boardSteps } from "../../../../test/board-steps.ts";
import { eventually } from "../../../../test/eventually.ts";
import { sendFile } from "../../../../test/send-file.ts";
import { addLot, drawBoard } from "../../../../test/test-boards.ts";
import type { Session } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = 86_400_000;

onPlatform("Control boards", (platform) => {
  let lotId = 0;
  let lots = 0;
  let unitId = 0;
  let head: Session;

  beforeAll(async () => {
    const admin = await platform.admin();
    lotId = await addLot(platform, admin, "MAM2610");
    unitId = await platform.addUnit("North");
    head = await platform.addUser({ unitId, roles: ["unitAdmin"] });
  });

  const steps = boardSteps(platform);
  const { report, control, listOf } = steps;
  const connect = () => steps.connect(unitId);
  const { read, plan, alarmsOf, locksOf, withheldOf } = boardControlSteps(platform, () => head);

  test("that read as what they are release a detector, and are no presumptive positives", async () => {
    const device = await connect();
    await control(device, "positive");
    await control(device, "negative");
    await report(device, { sampleId: "after" });
    expect(await read(device)).toMatchObject({ state: "valid", cause: null, withheld: 0, dueAt: null });
    const [positive] = await listOf(device, { control: "positive" });
    expect(positive).toMatchObject({ controlPassed: true, confirmation: "none", withheld: null });
    const confirm = { body: { testId: positive?.testId ?? 0, assayId: 1 } };
    expect(await platform.refusal(confirmBoardTest, confirm, head)).toMatchObject({
      errors: [{ field: "testId" }],
    });
    expect(await withheldOf(device)).toEqual([["after", null]]);
    const use = (await platform.call(getBoardLotUse, { params: { id: lotId } }, head)).data;
    expect(use.points.map((one) => one.testId)).not.toContain(positive?.testId);
  });

  test("that fail lock the detector out: results are kept and withheld, until a control passes", async () => {
    const device = await connect();
    const at = Date.now() - 10_000;
    await report(device, { sampleId: "before" }, at);
    await control(device, "positive", { t: 14_400, ratio: 1.2 }, at + 1000);
    await report(device, { sampleId: "during" }, at + 2000);
    await eventually(async () => (await read(device)).state).toBe("lockedOut");
    expect(await read(device)).toMatchObject({ cause: "controlFailed", lockedSince: at + 1000, withheld: 1 });
    expect(await alarmsOf(device)).toEqual(["boardControlFailed active"]);
    expect(await locksOf(device)).toEqual([1]);
    await control(device, "positive", {}, at + 3000);
    await report(device, { sampleId: "after" }, at + 4000);
    await eventually(async () => (await read(device)).state).toBe("valid");
    expect(await withheldOf(device)).toEqual([
      ["after", null],
      ["during", "controlFailed"],
      ["before", null],
    ]);
    expect(await alarmsOf(device)).toEqual(["boardControlFailed cleared"]);
    expect((await locksOf(device)).sort()).toEqual([0, 1]);
  });

  test("that fail withhold what was read after them, also where they are reported late", async () => {
    const device = await connect();
    const at = Date.now() - 10_000;
    await report(device, { sampleId: "early" }, at);
    await report(device, { sampleId: "late" }, at + 5000);
    await control(device, "negative", { t: 3000, ratio: 0.25, outcome: 1 }, at + 2000);
    await eventually(() => withheldOf(device)).toEqual([
      ["late", "controlFailed"],
      ["early", null],
    ]);
  });

  test("that say nothing of the detector change nothing: an expired lot, read late", async () => {
    const device = await connect();
    await control(device, "positive", { readAfter: 2000 });
    const [tested] = await listOf(device, { control: "positive" });
    expect(tested).toMatchObject({ outcome: "invalid", reason: "readLate", controlPassed: null });
    expect(await read(device)).toMatchObject({ state: "off", cause: null });
    await control(device, "negative", { c: 2000, t: 2400 });
    await eventually(async () => (await read(device)).cause).toBe("controlFailed");
  });

  test("are due at once when an interval is set, and when it has passed; the next ones release what was read", async () => {
    const device = await connect();
    const at = Date.now();
    await plan(device);
    expect(await read(device)).toMatchObject({ state: "lockedOut", cause: "controlOverdue" });
    expect(await alarmsOf(device)).toEqual(["boardControlOverdue active"]);
    await report(device, { sampleId: "overdue" });
    expect(await withheldOf(device)).toEqual([["overdue", "controlOverdue"]]);
    await control(device, "positive");
    expect(await read(device)).toMatchObject({ state: "lockedOut", withheld: 1 });
    await control(device, "negative");
    await eventually(async () => (await read(device)).state).toBe("valid");
    expect(await withheldOf(device)).toEqual([["overdue", null]]);
    const { dueAt, controls } = await read(device);
    expect(dueAt).toBeGreaterThanOrEqual(at + 15 * day);
    expect(controls.map(({ kind, last }) => [kind, last?.passed])).toEqual([
      ["positive", true],
      ["negative", true],
    ]);
  });

  test("become overdue by the clock: a scheduled job locks the detector out", async () => {
    const device = await connect();
    await control(device, "positive", {}, Date.now() - 3 * day);
    await control(device, "negative", {}, Date.now() - 3 * day);
    await plan(device, { intervalDays: 4 });
    expect(await read(device)).toMatchObject({ state: "valid" });
    await plan(device, { intervalDays: 2 });
    expect(await read(device)).toMatchObject({ state: "lockedOut", cause: "controlOverdue" });
    await plan(device, { intervalDays: null });
    expect(await read(device)).toMatchObject({ state: "valid", dueAt: null });
    expect(await runTask(platform, "boardControls")).toBe("0 detectors changed.");
  });

  test("count for their own lot where each lot has its own", async () => {
    const device = await connect();
    lots += 1;
    const lotNo = `OTHER-${lots}`;
    await addLot(platform, await platform.admin(), lotNo);
    await control(device, "positive");
    await control(device, "negative");
    await plan(device, { perLot: true });
    await report(device, { sampleId: "checked" });
    await report(device, { sampleId: "unchecked", boardLot: lotNo });
    expect(await withheldOf(device)).toEqual([
      ["unchecked", "controlOverdue"],
      ["checked", null],
    ]);
    await runTask(platform, "boardControls");
    expect(await read(device)).toMatchObject({ state: "lockedOut", cause: "controlOverdue" });
    // The other lots may be read: the detector itself is not locked.
    expect(await locksOf(device)).toEqual([]);
    await control(device, "positive", { boardLot: lotNo });
    await control(device, "negative", { boardLot: lotNo });
    await eventually(async () => (await read(device)).state).toBe("valid");
  });

  test("are overridden with a reason by a person who may, so often as the plan allows", async () => {
    const device = await connect();
    const deviceId = device.credentials.id;
    const override = { body: { deviceId, reason: "confirmed by mass spectrometry" } };
    const calm = await platform.refusal(overrideBoardLockout, override, head);
    expect(calm.msg).toBe("This detector is not locked out.");
    await plan(device, { maxOverrides: 1 });
    await report(device, { sampleId: "overdue" });
    const engineer = await platform.addUser({ unitId, roles: ["engineer"] });
    expect(await platform.refusal(overrideBoardLockout, override, engineer)).toMatchObject({ code: 403 });
    const short = { body: { deviceId, reason: "no" } };
    expect(await platform.refusal(overrideBoardLockout, short, head)).toMatchObject({
      errors: [{ field: "reason" }],
    });
    expect((await platform.call(overrideBoardLockout, override, head)).data).toMatchObject({
      ...{ state: "overridden", overrides: 1, withheld: 0, cause: "controlOverdue" },
    });
    await report(device, { sampleId: "next" });
    expect((await listOf(device)).map((one) => [one.sampleNo, one.withheld, one.isOverridden])).toEqual([
      ["next", null, true],
      ["overdue", null, true],
    ]);
    expect((await read(device)).lockouts[0]?.overrides).toMatchObject([
      { reason: "confirmed by mass spectrometry", madeBy: expect.stringMatching(/./) },
    ]);
    expect((await locksOf(device)).sort()).toEqual([0, 1]);
    const refused = await platform.refusal(overrideBoardLockout, override, head);
    expect(refused.msg).toContain("All 1 overrides");
    // A control that fails ends the override.
    await control(device, "positive", { t: 14_400, ratio: 1.2 });
    await eventually(async () => (await read(device)).state).toBe("lockedOut");
    await report(device, { sampleId: "last" });
    expect((await withheldOf(device))[0]).toEqual(["last", "controlFailed"]);
  });

  test("are uploaded as pictures with the detector they were read with", async () => {
    const device = await connect();
    const { deviceName } = device.credentials;
    const send = (query: object, seed: number, lines = { c: 99, t: 110 }) =>
      sendFile(
        platform,
        uploadBoardTest,
        drawBoard({ ...lines, seed }).bytes,
        { query: { lotNo: "MAM2610", readAfter: 600, ...query } },
        head,
      );
    expect(await send({ control: "positive" }, 1)).toMatchObject({ errors: [{ field: "deviceName" }] });
    expect(await send({ deviceName }, 1)).toMatchObject({ errors: [{ field: "deviceName" }] });
    expect(await send({ control: "positive", deviceName: "none" }, 1)).toMatchObject({
      errors: [{ field: "deviceName" }],
    });
    expect(await send({ control: "positive", deviceName }, 31)).toMatchObject({ code: 200 });
    expect(await read(device)).toMatchObject({ state: "lockedOut", cause: "controlFailed" });
    expect(await send({ control: "positive", deviceName }, 32, { c: 99, t: 20 })).toMatchObject({
      code: 200,
    });
    expect(await read(device)).toMatchObject({ state: "valid" });
  });

  test("a self-check that fails withholds results until one passes", async () => {
    const device = await connect();
    const at = Date.now() - 60_000;
    await device.post({ lightCheck: { value: 2, time: at } });
    await device.post(
      { value: { part: "lightSource", detail: "62 %" }, time: at },
      "thing/event/selfCheckFail/post",
    );
    await report(device, { sampleId: "dark" }, at + 1000);
    await device.post({ lightCheck: { value: 1, time: at + 2000 } });
    await report(device, { sampleId: "light" }, at + 3000);
    await eventually(() => withheldOf(device)).toEqual([
      ["light", null],
      ["dark", "checkFailed"],
    ]);
  });

  test("are not awaited where a self-check failed: the lockout begins with its event, and ends with a check that passes", async () => {
    const device = await connect();
    const at = Date.now() - 60_000;
    await device.post({
      lightCheck: { value: 1, time: at - 5000 },
      cameraCheck: { value: 1, time: at - 5000 },
    });
    const failure = { part: "camera", detail: "The card was not found." };
    await device.post({ value: failure, time: at }, "thing/event/selfCheckFail/post");
    await eventually(async () => (await read(device)).state).toBe("lockedOut");
    expect(await read(device)).toMatchObject({ cause: "checkFailed" });
    expect(await alarmsOf(device)).toEqual(expect.arrayContaining(["boardControlFailed active"]));
    expect(await locksOf(device)).toEqual([1]);
    await report(device, { sampleId: "blind" }, at + 1000);
    await eventually(() => withheldOf(device)).toEqual([["blind", "checkFailed"]]);
    await device.post({
      cameraCheck: { value: 1, time: at + 2000 },
      lightCheck: { value: 1, time: at + 2000 },
    });
    await eventually(async () => (await read(device)).state).not.toBe("lockedOut");
    expect(await locksOf(device)).toEqual([0, 1]);
    await device.post({ lightCheck: { value: 2, time: at + 3000 } }); // without an event
    await eventually(async () => (await read(device)).cause).toBe("checkFailed");
  });

  test("stand beside a check with the card: overdue it withholds results, and the next one that passes releases them", async () => {
    const device = await connect();
    const at = Date.now() - 60_000;
    await device.post({ calibratedAt: { value: at - 9 * day, time: at } });
    await plan(device, { intervalDays: null, checkIntervalDays: 10 });
    expect(await read(device)).toMatchObject({
      ...{ state: "valid", checkIntervalDays: 10, checkedAt: at - 9 * day, checkDueAt: at + day },
    });
    await plan(device, { intervalDays: null, checkIntervalDays: 8 });
    expect(await read(device)).toMatchObject({ state: "lockedOut", cause: "checkOverdue" });
    expect(await locksOf(device)).toEqual([1]);
    expect(await alarmsOf(device)).toEqual(["boardControlOverdue active"]);
    await report(device, { sampleId: "unchecked" }, Date.now());
    await eventually(() => withheldOf(device)).toEqual([["unchecked", "checkOverdue"]]);
    await device.post({ calibratedAt: { value: Date.now(), time: Date.now() } });
    await eventually(async () => (await read(device)).state).toBe("valid");
    expect(await withheldOf(device)).toEqual([["unchecked", null]]);
    expect(await locksOf(device)).toEqual([0, 1]);
    const body = { deviceId: device.credentials.id, intervalDays: null, checkIntervalDays: 0 };
    expect(await platform.refusal(setBoardControl, { body }, head)).toMatchObject({
      errors: [{ field: "checkIntervalDays" }],
    });
  });

  test("are listed by state within the reader's units", async () => {
    const device = await connect();
    await plan(device);
    const { deviceName } = device.credentials;
    const stateOf = async (state: "lockedOut" | "valid", as: Session) =>
      (await platform.call(listBoardControls, { query: { keyword: deviceName, state } }, as)).rows;
    expect(await stateOf("lockedOut", head)).toMatchObject([{ deviceName, cause: "controlOverdue" }]);
    expect(await stateOf("valid", head)).toEqual([]);
    const foreign = await platform.addUser({ unitId: await platform.addUnit("South"), roles: ["unitAdmin"] });
    expect(await stateOf("lockedOut", foreign)).toEqual([]);
    const none = { code: 404 };
    const params = { id: device.credentials.id };
    expect(await platform.refusal(getBoardControl, { params }, foreign)).toMatchObject(none);
    const body = { deviceId: device.credentials.id, intervalDays: 3 };
    expect(await platform.refusal(setBoardControl, { body }, foreign)).toMatchObject(none);
    const sampler = { deviceId: (await platform.addDevice({ unitId })).id, intervalDays: 3 };
    expect(await platform.refusal(setBoardControl, { body: sampler }, head)).toMatchObject(none);
  });
});
