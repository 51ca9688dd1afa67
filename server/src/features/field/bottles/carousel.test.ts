import { bottles, breakPair } from "@tracewater/contract/field/bottles";
import { enterBottleBodyId } from "@tracewater/contract/field/sampler-bottles";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { carouselSteps } from "../../../../test/test-carousel.ts";
import type { TestDevice } from "../../../../test/test-device.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Bottles at a sampler", (platform) => {
  const { queryOf, order, answer, enter, stateOf, refuse, slotsOf, slotOf, entriesOf, refusedAs } =
    carouselSteps(platform);

  test("a scan is a command: what the database knows of the slot follows the device's reply", async () => {
    const device = await platform.connectNew();
    const ordered = await order(device, "body", { index: 7, bottleId: "B-A1", clearVolume: "true" });
    expect(ordered).toMatchObject({ identifier: "enterBottleBodyId", kind: "service", actor: "admin" });
    expect(await slotOf(device, 7)).toMatchObject({
      bodyCode: null,
      waiting: [{ part: "body", code: "B-A1", commandId: ordered.id }],
    });
    const { params } = await answer(device, "body");
    expect(params).toEqual({ index: 7, bottleId: "B-A1", clearVolume: 1 });
    await eventually(() => slotOf(device, 7)).toMatchObject({
      ...{ bodyCode: "B-A1", capCode: null, state: "inSampler", waiting: [], volume: 0 },
    });
    await enter(device, "cap", { index: 7, bottleId: "C-A1" });
    expect(await slotOf(device, 7)).toMatchObject({ bodyCode: "B-A1", capCode: "C-A1" });
    expect(await entriesOf(device)).toMatchObject([
      { slot: 7, part: "cap", code: "C-A1", state: "entered", reason: null },
      { slot: 7, part: "body", code: "B-A1", state: "entered", clearVolume: true },
    ]);
  });

  test("what the device refuses or never answers is not known of the slot; a late reply still counts", async () => {
    const device = await platform.connectNew();
    await order(device, "body", { index: 1, bottleId: "B-B1" });
    await answer(device, "body", { code: 500, message: "The arm is jammed." });
    await eventually(async () => (await entriesOf(device))[0]).toMatchObject({
      state: "failed",
      reason: "The device rejected the code: The arm is jammed.",
    });
    expect(await slotOf(device, 1)).toMatchObject({ bodyCode: null, bottleId: null });
    const { id } = await order(device, "body", { index: 1, bottleId: "B-B1" });
    const downlink = await device.downlink("thing/service/enterBottleBodyId");
    await platform.db
      .updateTable("command")
      .set({ replyBy: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute();
    await eventually(() => stateOf(id)).toBe("timedOut");
    await eventually(async () => (await entriesOf(device))[0]?.state).toBe("unanswered");
    expect((await slotOf(device, 1))?.bodyCode).toBeNull();
    device.send("thing/service/enterBottleBodyId_reply", { id: downlink.id, code: 200, data: {} });
    await eventually(async () => (await slotOf(device, 1))?.bodyCode).toBe("B-B1");
  });

  test("a reply that no event reported of is found when the bottles are read", async () => {
    const device = await platform.connectNew();
    const { id } = await order(device, "body", { index: 2, bottleId: "B-L1" });
    await device.downlink("thing/service/enterBottleBodyId");
    // As another node would have written it.
    await platform.db
      .updateTable("command")
      .set({ state: "replied", finishedAt: new Date(), code: 200 })
      .where("id", "=", id)
      .execute();
    expect((await slotOf(device, 2))?.bodyCode).toBe("B-L1");
  });

  test("a body that is elsewhere is refused and named, and so is a code that is being entered", async () => {
    const [here, there] = [await platform.connectNew(), await platform.connectNew()];
    await enter(here, "body", { index: 9, bottleId: "B-C1" });
    expect(await refuse(here, "body", { index: 22, bottleId: "B-C1" })).toMatchObject(
      refusedAs("Bottle B-C1 is in slot 9."),
    );
    const { deviceName } = here.credentials;
    expect(await refuse(there, "body", { index: 1, bottleId: "B-C1" })).toMatchObject(
      refusedAs(`Bottle B-C1 is in slot 9 of ${deviceName}.`),
    );
    expect(here.unread().filter((packet) => packet.cmd === "publish")).toEqual([]);
    expect((await entriesOf(here))[0]).toMatchObject({ slot: 22, state: "refused" });
    await order(here, "body", { index: 10, bottleId: "B-C2" });
    expect(await refuse(there, "body", { index: 3, bottleId: "B-C2" })).toMatchObject(
      refusedAs("B-C2 is already being registered."),
    );
    await answer(here, "body");
    await enter(here, "body", { index: 9, bottleId: "B-C1" });
  });

  test("a cap without a body, with another body, or instead of the bottle's own is refused", async () => {
    const device = await platform.connectNew();
    expect(await refuse(device, "cap", { index: 1, bottleId: "C-D1" })).toMatchObject(
      refusedAs("Scan the body code of this slot first."),
    );
    await enter(device, "body", { index: 1, bottleId: "B-D1" });
    await enter(device, "cap", { index: 1, bottleId: "C-D1" });
    await enter(device, "body", { index: 2, bottleId: "B-D2" });
    expect(await refuse(device, "cap", { index: 2, bottleId: "C-D1" })).toMatchObject(
      refusedAs("Cap C-D1 is paired with bottle B-D1."),
    );
    expect(await refuse(device, "cap", { index: 1, bottleId: "C-D9" })).toMatchObject(
      refusedAs("Bottle B-D1 is paired with cap C-D1."),
    );
    expect(await refuse(device, "cap", { index: 2, bottleId: "B-D1" })).toMatchObject(
      refusedAs("B-D1 is a body code. Scan the cap code."),
    );
    expect(await refuse(device, "body", { index: 3, bottleId: "C-D1" })).toMatchObject(
      refusedAs("C-D1 is a cap code. Scan the body code."),
    );
    const bottleId = (await slotOf(device, 1))?.bottleId ?? 0;
    const admin = await platform.admin();
    await platform.call(breakPair, { body: { bottleId, reason: "opened apart" } }, admin);
    const raised = await platform.call(listAlarms, { query: { deviceId: device.credentials.id } }, admin);
    expect(raised.rows).toMatchObject([
      { source: "bottlePair", identifier: "B-D1", severity: "major", state: "active", ruleId: null },
    ]);
    await enter(device, "cap", { index: 1, bottleId: "C-D9" });
    expect((await slotOf(device, 1))?.capCode).toBe("C-D9");
  });

  test("both codes wait for a device that is away; a cap whose body the device refused belongs to none", async () => {
    const credentials = await platform.addDevice();
    const away = { credentials } as TestDevice;
    await order(away, "body", { index: 1, bottleId: "B-M1" });
    await order(away, "cap", { index: 1, bottleId: "C-M1" });
    await order(away, "body", { index: 2, bottleId: "B-M2" });
    await order(away, "cap", { index: 2, bottleId: "C-M2" });
    expect((await slotOf(away, 1))?.waiting.map((one) => one.code)).toEqual(["B-M1", "C-M1"]);
    const device = await platform.connect(credentials);
    await answer(device, "body");
    await answer(device, "body", { code: 500, message: "The slot is blocked." });
    await answer(device, "cap");
    await answer(device, "cap");
    await eventually(async () => (await slotsOf(device)).slice(0, 2)).toMatchObject([
      { bodyCode: "B-M1", capCode: "C-M1", waiting: [] },
      { bodyCode: null, capCode: null, waiting: [] },
    ]);
    expect((await entriesOf(device)).find((one) => one.code === "C-M2")).toMatchObject({
      state: "failed",
      reason: "The device accepted the cap, but there is no bottle body in this slot.",
    });
  });

  test("a code that is not registered, and a bottle that would be replaced, are asked for before anything is sent", async () => {
    const device = await platform.connectNew();
    const unsure = { newBottle: "", replace: "" };
    const asked = (field: string, msg: string) => ({ code: 601, msg, errors: [{ field, message: msg }] });
    const unknown = { index: 3, bottleId: "NOPE-1", ...unsure };
    expect(await refuse(device, "body", unknown)).toMatchObject(
      asked("newBottle", "NOPE-1 is not registered. Register it as a new bottle?"),
    );
    const admin = await platform.admin();
    const known = async (keyword: string) =>
      (await platform.call(bottles.calls.list, { query: { keyword } }, admin)).total;
    expect(await known("NOPE-1")).toBe(0);
    await enter(device, "body", { ...unknown, newBottle: "true" });
    await eventually(() => known("NOPE-1")).toBe(1);
    const other = { index: 3, bottleId: "NOPE-2", ...unsure, newBottle: "true" };
    expect(await refuse(device, "body", other)).toMatchObject(
      asked("replace", "Bottle NOPE-1 is in slot 3. Replace it with NOPE-2?"),
    );
    expect(await slotOf(device, 3)).toMatchObject({ bodyCode: "NOPE-1", waiting: [] });
    expect(await known("NOPE-2")).toBe(0);
    // Questions are no refused scans.
    expect((await entriesOf(device)).map((one) => one.state)).toEqual(["entered"]);
    await enter(device, "body", { ...other, replace: "true" });
    expect((await slotOf(device, 3))?.bodyCode).toBe("NOPE-2");
    // The same bottle again asks nothing.
    await enter(device, "body", { index: 3, bottleId: "NOPE-2", ...unsure });
  });

  test("another unit's bottle is refused without a word of where it is", async () => {
    const unitId = await platform.addUnit("Elsewhere");
    const body = { bodyCode: "B-E1", unitId };
    await platform.call(bottles.calls.add, { body }, await platform.admin());
    const own = await platform.addUnit("Here");
    const device = await platform.connect(await platform.addDevice({ unitId: own }));
    const operator = await platform.addUser({ unitId: own, roles: ["operator"] });
    const scan = queryOf(device, "body", { index: 1, bottleId: "B-E1" });
    expect(await platform.refusal(enterBottleBodyId, scan, operator)).toMatchObject(
      refusedAs("B-E1 belongs to another unit."),
    );
  });

  test.each([
    ["index", { index: 33, bottleId: "B-F1" }],
    ["index", { index: "E9", bottleId: "B-F1" }],
    ["bottleId", { index: 1, bottleId: "b" }],
  ])("a wrong %s is refused by its name", async (field, scan) => {
    const device = await platform.addDevice();
    const query = { deviceName: device.deviceName, ...scan };
    expect(await platform.refusal(enterBottleBodyId, { query }, await platform.admin())).toMatchObject({
      code: 400,
      errors: [{ field }],
    });
  });
});
