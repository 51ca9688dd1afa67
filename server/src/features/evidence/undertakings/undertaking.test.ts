import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

onPlatform("Undertakings and contract awards of evidence boxes", (platform) => {
  let unitId = 0;
  let custodian: Session = { token: "" };
  let elsewhere: Session = { token: "" };
  const deviceName = "BOX-OUT";

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    await platform.addDevice({ family: "evidenceBox", unitId, deviceName });
    custodian = await platform.addUser({ unitId, roles: ["custodian"] });
    const south = await platform.addUnit("South");
    elsewhere = await platform.addUser({ unitId: south, roles: ["custodian"] });
    await platform.addDevice({ family: "evidenceBox", unitId: south, deviceName: "BOX-SOUTH" });
    await platform.addDevice({ unitId, deviceName: "NO-BOX" });
  });

  const kept = (undertakingNo: string, more: object = {}) => ({
    ...{ undertakingNo, deviceName, unitId, undertaker: "City police", place: "Harbour station" },
    ...{ purpose: "Storage during the search", beginsOn: day(-9), dueOn: day(9), ...more },
  });
  const award = (contractNo: string, more: object = {}) => ({
    ...{ contractNo, deviceName, unitId, awardedBy: "City", contractor: "Courier Ltd", subject: "Transport" },
    ...{ amount: 12_500.5, beginsOn: day(-9), endsOn: day(9), ...more },
  });

  test("an undertaking is out, overdue once its return is past, and returned; the list of its box finds each", async () => {
    const { add, change, get, list } = undertakings.calls;
    const { id } = (await platform.call(add, { body: kept("OU-1") }, custodian)).data;
    await platform.call(add, { body: kept("OU-2", { dueOn: day(-2) }) }, custodian);
    const statesOf = async (query: object = {}) =>
      (await platform.call(list, { query: { deviceName, ...query } }, custodian)).rows.map((row) => [
        row.undertakingNo,
        row.state,
      ]);
    expect(await statesOf({ orderByColumn: "undertakingNo" })).toEqual([
      ["OU-1", "out"],
      ["OU-2", "overdue"],
    ]);
    expect(await statesOf({ state: "overdue" })).toEqual([["OU-2", "overdue"]]);
    expect(await statesOf({ deviceName: "BOX-SOUTH" })).toEqual([]);
    const hash = "AB".repeat(32);
    const body = { ...kept("OU-1"), undertakingId: id, returnedOn: day(0), documentHash: hash };
    await platform.call(change, { body }, custodian);
    const read = (await platform.call(get, { params: { id } }, custodian)).data;
    expect(read).toMatchObject({ state: "returned", documentHash: hash.toLowerCase(), unitName: "North" });
    expect(await platform.refusal(get, { params: { id } }, elsewhere)).toMatchObject({ code: 404 });
  });

  test("an overdue return raises an alarm on the box, which ends when the box is back", async () => {
    const { add, change } = undertakings.calls;
    const overdue = kept("OU-5", { dueOn: day(-2) });
    const { id } = (await platform.call(add, { body: overdue }, custodian)).data;
    const admin = await platform.admin();
    const open = async () => {
      const query = { keyword: "OU-5", state: "active" as const };
      return (await platform.call(listAlarms, { query }, admin)).rows;
    };
    expect(await open()).toMatchObject([
      { source: "undertakingOverdue", deviceName, severity: "warning", name: "Return overdue: OU-5" },
    ]);
    await runTask(platform, "undertakingDue");
    expect(await open()).toHaveLength(1);
    const body = { ...overdue, undertakingId: id, returnedOn: day(0) };
    await platform.call(change, { body }, custodian);
    expect(await open()).toEqual([]);
  });

  test("a contract award holds parties, subject and amount, and is in force by its period", async () => {
    const { add, list, remove } = contractAwards.calls;
    await platform.call(add, { body: award("C-1") }, custodian);
    await platform.call(add, { body: award("C-2", { beginsOn: day(3), currency: "EUR" }) }, custodian);
    await platform.call(add, { body: award("C-3", { endsOn: day(-3) }) }, custodian);
    const query = { deviceName, orderByColumn: "contractNo" as const };
    expect((await platform.call(list, { query }, custodian)).rows).toMatchObject([
      { contractNo: "C-1", state: "running", amount: 12_500.5, currency: "CNY" },
      { contractNo: "C-2", state: "upcoming", currency: "EUR" },
      { contractNo: "C-3", state: "ended" },
    ]);
    expect((await platform.call(list, { query: {} }, elsewhere)).rows).toEqual([]);
    expect(await platform.refusal(remove, { params: { ids: "1" } }, custodian)).toMatchObject({ code: 403 });
  });

  test("what is wrong is reported by its field, and nothing is stored", async () => {
    const { add } = undertakings.calls;
    const count = async () => (await platform.call(undertakings.calls.list, {}, custodian)).total;
    const before = await count();
    await platform.call(add, { body: kept("OU-9") }, custodian);
    for (const [more, field] of [
      [{ deviceName: "NO-BOX" }, "deviceName"],
      [{ deviceName: "BOX-SOUTH" }, "deviceName"],
      [{ deviceName: "nowhere" }, "deviceName"],
      [{ unitId: 999_999 }, "unitId"],
      [{ dueOn: day(-10) }, "dueOn"],
      [{ returnedOn: day(-10) }, "returnedOn"],
      [{ documentHash: "abc" }, "documentHash"],
      [{ purpose: " " }, "purpose"],
      [{ undertakingNo: "OU-9" }, "undertakingNo"],
    ] as const) {
      const refused = await platform.refusal(add, { body: kept("OU-8", more) }, custodian);
      expect(refused).toMatchObject({ errors: [{ field }] });
    }
    const wrong = { body: award("C-9", { endsOn: day(-10) }) };
    expect(await platform.refusal(contractAwards.calls.add, wrong, custodian)).toMatchObject({
      errors: [{ field: "endsOn" }],
    });
    expect(await count()).toBe(before + 1);
  });
});
