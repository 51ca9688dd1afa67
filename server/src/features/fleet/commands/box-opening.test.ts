import { enterBottleBodyId } from "@tracewater/contract/field/sampler-bottles";
import { addBatch } from "@tracewater/contract/fleet/bulk-commands";
import { callService, confirmCommand, setProperties } from "@tracewater/contract/fleet/commands";
import { queryDeviceProperty, workStatusLog } from "@tracewater/contract/fleet/group-logs";
import { changeUserStatus } from "@tracewater/contract/system/users";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createTestKeys } from "../../../../test/test-authenticator.ts";
import type { Credentials } from "../../../../test/test-device.ts";
import type { Session } from "../../../../test/test-http.ts";
import { addTestPasskey } from "../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const family = "evidenceBox" as const;

onPlatform("An evidence box", (platform) => {
  type Person = Awaited<ReturnType<typeof platform.addUser>>;
  let box: Credentials;
  let keeper: Person;
  let second: Person;
  const signers = new Map<string, Awaited<ReturnType<typeof addTestPasskey>>>();
  beforeAll(async () => {
    box = await platform.addDevice({ family, deviceName: "box-1" });
    const unitId = await platform.unit();
    keeper = await platform.addUser({ unitId, roles: ["custodian"] });
    second = await platform.addUser({ unitId, roles: ["custodian"] });
    for (const person of [keeper, second])
      signers.set(person.userName, await addTestPasskey(platform, person));
  });

  const opening = (personA: string, personB: string) => ({
    params: { family, service: "open" },
    query: { deviceName: box.deviceName },
    body: { params: { slot: 1, authority: "SQ-1", personA, personB } },
  });
  const refusedFor = async (personA: string, personB: string, as: Session = keeper) =>
    (await platform.refusal(callService, opening(personA, personB), as)).errors?.map(({ field }) => field);

  const confirming = (id: string) => ({ params: { family, id }, body: {} });
  /** The order of the first person, signed; it waits for the second. */
  async function orderOpening(first = keeper, other = second) {
    const passkey = signers.get(first.userName);
    const input = opening(first.userName, other.userName);
    const asked = await platform.ask(callService, input, first);
    expect(asked.body).toMatchObject({ code: 427 });
    const signature = passkey?.sign(asked.body["data"]);
    return (
      await platform.call(callService, { ...input, body: { ...input.body, signature } as never }, first)
    ).data;
  }
  async function confirmOpening(id: string, as: Session & { userName: string }) {
    const asked = await platform.ask(confirmCommand, confirming(id), as);
    if (asked.body.code !== 427) return asked.body;
    const signature = signers.get(as.userName)?.sign(asked.body["data"]);
    return (await platform.ask(confirmCommand, { ...confirming(id), body: { signature } as never }, as)).body;
  }

  test("opens once the second person confirms it in their own session, and both signatures are on record", async () => {
    const device = await platform.connect(box);
    const ordered = await orderOpening();
    expect(ordered).toMatchObject({ state: "queued", awaits: { userId: second.id } });
    const third = await platform.addUser({ unitId: await platform.unit(), roles: ["custodian"] });
    expect((await confirmOpening(ordered.id, keeper)).msg).toContain("Only the second person");
    expect((await confirmOpening(ordered.id, third)).msg).toContain("Only the second person");
    const waits = await sql<{ state: string; sent: Date | null }>`
      select state, sent_at as sent from command where id = ${ordered.id}::bigint`.execute(platform.db);
    expect(waits.rows).toEqual([{ state: "queued", sent: null }]);
    expect(await confirmOpening(ordered.id, second)).toMatchObject({ code: 200, data: { awaits: null } });
    expect((await device.downlink("thing/service/open")).id).toBe(ordered.id);
    expect((await confirmOpening(ordered.id, second)).msg).toContain("no longer waits");
    const signed = await sql<{ keys: number; sessions: number }>`
      select (first_signed->>'key' <> second_signed->>'key')::int as keys,
        (first_session <> second_session)::int as sessions from box_opening
      where command_id = ${ordered.id}::bigint`.execute(platform.db);
    expect(signed.rows).toEqual([{ keys: 1, sessions: 1 }]);
    const records = await sql<{ record: string }>`
      select record from audit_log where call in ('callService', 'confirmCommand') order by seq`.execute(
      platform.db,
    );
    const changes = records.rows.map(({ record }) => JSON.stringify(JSON.parse(record)));
    expect(changes.some((one) => one.includes(second.userName) && one.includes('"by":"passkey"'))).toBe(true);
    expect(changes.some((one) => one.includes('"confirmed":true') && one.includes('"by":"passkey"'))).toBe(
      true,
    );
  });

  test("opens for no two accounts that share one credential", async () => {
    const keys = createTestKeys();
    const [one, other] = await Promise.all(
      ["one", "other"].map(async () =>
        platform.addUser({ unitId: await platform.unit(), roles: ["custodian"] }),
      ),
    );
    if (one === undefined || other === undefined) throw new Error("nobody was added");
    for (const person of [one, other])
      signers.set(person.userName, await addTestPasskey(platform, person, "Shared", keys));
    const ordered = await orderOpening(one, other);
    expect((await confirmOpening(ordered.id, other)).msg).toContain("two different credentials");
  });

  test("takes a second factor of each person, unless the installation asks for a password alone", async () => {
    const plain = await platform.addUser({ unitId: await platform.unit(), roles: ["custodian"] });
    const input = opening(plain.userName, second.userName);
    const weak = await platform.refusal(callService, input, plain);
    expect(weak.msg).toContain("takes a passkey or an authenticator app of each person");
    await sql`update session set factor = 'totp' where user_id = ${plain.id}`.execute(platform.db);
    const { data } = await platform.call(callService, input, plain);
    expect(data.awaits).toMatchObject({ userId: second.id });
    await sql`update session set confirmed_at = now() - interval '1 hour' where user_id = ${plain.id}`.execute(
      platform.db,
    );
    expect(await platform.refusal(callService, input, plain)).toMatchObject({ code: 428 });
  });

  test("is ordered by one of the two, and not for somebody else", async () => {
    const boss = await platform.addUser({ unitId: await platform.unit(), roles: ["unitAdmin"] });
    const refusal = await platform.refusal(callService, opening(keeper.userName, second.userName), boss);
    expect(refusal).toMatchObject({ code: 400, errors: [{ field: "params.personA" }] });
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
