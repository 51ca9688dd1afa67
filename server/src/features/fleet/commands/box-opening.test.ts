import { enterBottleBodyId } from "@tracewater/contract/field/sampler-bottles";
import { addBatch } from "@tracewater/contract/fleet/bulk-commands";
import { callService, setProperties } from "@tracewater/contract/fleet/commands";
import { queryDeviceProperty, workStatusLog } from "@tracewater/contract/fleet/group-logs";
import { getOperation, listOperations } from "@tracewater/contract/system/audit";
import { changeUserStatus } from "@tracewater/contract/system/users";
import { beforeAll, expect, test } from "vitest";
import type { Credentials } from "../../../../test/test-device.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const family = "evidenceBox" as const;

onPlatform("An evidence box", (platform) => {
  type Person = Awaited<ReturnType<typeof platform.addUser>>;
  let box: Credentials;
  let keeper: Person;
  let second: Person;
  beforeAll(async () => {
    box = await platform.addDevice({ family, deviceName: "box-1" });
    const unitId = await platform.unit();
    keeper = await platform.addUser({ unitId, roles: ["custodian"] });
    second = await platform.addUser({ unitId, roles: ["custodian"] });
  });

  const opening = (personA: string, personB: string) => ({
    params: { family, service: "open" },
    query: { deviceName: box.deviceName },
    body: { params: { slot: 1, authority: "SQ-1", personA, personB } },
  });
  const refusedFor = async (personA: string, personB: string, as: Session = keeper) =>
    (await platform.refusal(callService, opening(personA, personB), as)).errors?.map(({ field }) => field);

  test("opens for two accounts, which are recorded with the command", async () => {
    const { data } = await platform.call(callService, opening(keeper.userName, second.userName), keeper);
    expect(data.params).toMatchObject({ personA: keeper.userName, personB: second.userName });
    const admin = await platform.admin();
    const { rows } = await platform.call(
      listOperations,
      { query: { operName: keeper.userName, title: "callService" } },
      admin,
    );
    const { data: record } = await platform.call(
      getOperation,
      { params: { id: rows[0]?.operId ?? 0 } },
      admin,
    );
    expect(record.changes[0]?.after).toMatchObject({
      persons: [
        { userId: keeper.id, userName: keeper.userName },
        { userId: second.id, userName: second.userName },
      ],
    });
  });

  test("opens for no names, for one person twice, and for nobody who may not open it", async () => {
    expect(await refusedFor("Zhang", "Li")).toEqual(["params.personA", "params.personB"]);
    expect(await refusedFor(keeper.userName, keeper.userName.toUpperCase())).toEqual(["params.personB"]);
    const viewer = await platform.addUser({ unitId: await platform.unit(), roles: ["viewer"] });
    expect(await refusedFor(keeper.userName, viewer.userName)).toEqual(["params.personB"]);
    const stranger = await platform.addUser({
      unitId: await platform.addUnit("Elsewhere"),
      roles: ["custodian"],
    });
    expect(await refusedFor(stranger.userName, keeper.userName)).toEqual(["params.personA"]);
    const left = await platform.addUser({ unitId: await platform.unit(), roles: ["custodian"] });
    const disable = { body: { userId: left.id, status: "1" as const } };
    await platform.call(changeUserStatus, disable, await platform.admin());
    expect(await refusedFor(keeper.userName, left.userName)).toEqual(["params.personB"]);
    const program = await platform.addServiceAccount({ unitId: await platform.unit(), roles: ["custodian"] });
    expect(await refusedFor(keeper.userName, program.userName)).toEqual(["params.personB"]);
  });

  test("is opened by no bulk command", async () => {
    const input = {
      params: { family, service: "open" },
      body: {
        selection: { deviceIds: [box.id] },
        params: opening(keeper.userName, second.userName).body.params,
      },
    };
    expect(await platform.refusal(addBatch, input, await platform.admin())).toMatchObject({
      code: 400,
      errors: [{ field: "service" }],
    });
  });

  test("and every other device answers to its own product alone", async () => {
    const admin = await platform.admin();
    const sampler = await platform.addDevice();
    const query = { deviceName: sampler.deviceName, productKey: "another" };
    const wrong = { code: 400, errors: [{ field: "productKey" }] };
    const params = { family: "waterSample" as const };
    const calls = [
      [workStatusLog.calls.list, { params, query }],
      [workStatusLog.calls.export, { params, query }],
      [queryDeviceProperty, { params, query }],
      [callService, { params: { ...params, service: "mandatoryRefresh" }, query, body: {} }],
      [setProperties, { params, query, body: { params: { aliquot: 50 } } }],
      [enterBottleBodyId, { query: { ...query, index: 1, bottleId: "B-1", clearVolume: "false" } }],
    ] as const;
    for (const [call, input] of calls) {
      expect(await platform.refusal(call, input, admin), call.name).toMatchObject(wrong);
    }
    for (const productKey of [sampler.productKey, ""]) {
      const asked = { params, query: { deviceName: sampler.deviceName, productKey } };
      expect((await platform.call(workStatusLog.calls.list, asked, admin)).total).toBe(0);
    }
  });
});
