import { listDevices } from "@tracewater/contract/fleet/devices";
import { listAssays, reviewAssays } from "@tracewater/contract/laboratory/assays";
import { computeLoads, listLoads } from "@tracewater/contract/laboratory/loads";
import { listReports } from "@tracewater/contract/laboratory/reports";
import { getInfo } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { moreForViewersAndCustodians } from "../../../../migrations/0041-more-for-viewers-and-custodians.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

onPlatform("A shipped role", (platform) => {
  const permissionsOf = async (role: string) => {
    const user = await platform.addUser({ unitId: await platform.unit(), roles: [role] });
    return (await platform.call(getInfo, {}, user)).permissions.sort();
  };

  test("lets viewers read loads and reports, and compute none", async () => {
    const viewer = await platform.addUser({ unitId: await platform.unit(), roles: ["viewer"] });
    expect((await platform.call(listLoads, { query: {} }, viewer)).total).toBe(0);
    expect((await platform.call(listReports, { query: {} }, viewer)).total).toBe(0);
    expect((await platform.call(listAssays, { query: {} }, viewer)).total).toBe(0);
    for (const call of [computeLoads, reviewAssays]) {
      expect(await platform.refusal(call, { body: {} }, viewer)).toMatchObject({ code: 403 });
    }
  });

  test("lets custodians see the evidence boxes, and no other device", async () => {
    const custodian = await platform.addUser({ unitId: await platform.unit(), roles: ["custodian"] });
    const of = (family: "evidenceBox" | "mass") => ({ params: { family }, query: {} });
    expect((await platform.call(listDevices, of("evidenceBox"), custodian)).total).toBe(0);
    expect(await platform.refusal(listDevices, of("mass"), custodian)).toMatchObject({ code: 403 });
  });

  test("gets in a database of before what a new one gives it, once and to no role of people's own", async () => {
    const fresh = [await permissionsOf("viewer"), await permissionsOf("custodian")];
    await sql`delete from role_menu rm using menu m, role r where m.id = rm.menu_id and r.id = rm.role_id
      and ((r.role_key = 'viewer' and m.built_in_key in ('loads', 'loads.query', 'reports', 'reports.query', 'report'))
        or (r.role_key = 'custodian' and (m.built_in_key like 'evidenceBox%' or m.built_in_key = 'devices')))`.execute(
      platform.db,
    );
    expect(await permissionsOf("viewer")).not.toEqual(fresh[0]);
    const database = platform.db.withoutPlugins() as never;
    await moreForViewersAndCustodians.up(database);
    await moreForViewersAndCustodians.up(database);
    expect([await permissionsOf("viewer"), await permissionsOf("custodian")]).toEqual(fresh);
  });
});
