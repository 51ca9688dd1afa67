import {
  exportEntrustments,
  getEntrustment,
  getEntrustmentTrack,
  listEntrustments,
  makeEvidenceFile,
  stepEntrustment,
} from "@tracewater/contract/evidence/entrustments";
import { getEvidenceItem, listEvidenceItems, recordItemEvent } from "@tracewater/contract/evidence/items";
import { beforeAll, expect, test } from "vitest";
import { evidenceWorld, fetchEvidence } from "../../../../test/test-evidence.ts";
import { bearer, note } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { readXlsx } from "../../field/sampling-points/point-workbooks.fixture.ts";

onPlatform("An outside client unit", (platform) => {
  const world = evidenceWorld(platform);
  const { at, custodian } = world;
  type Person = Awaited<ReturnType<typeof platform.addUser>>;
  let client: Person;
  let other: Person;
  let own: { id: number; entrustmentNo: string };
  beforeAll(async () => {
    const clientUnit = await platform.addUnit("Police station 7", at.unitId);
    const otherUnit = await platform.addUnit("Police station 8", at.unitId);
    client = await platform.addUser({ unitId: clientUnit, roles: ["custodian"] });
    other = await platform.addUser({ unitId: otherUnit, roles: ["custodian"] });
    own = await world.entrust({ unitId: clientUnit, clientName: "Police station 7" });
  });

  test("sees its own entrustments alone, in lists, exports, tracks, items and files; the institution sees them too", async () => {
    const foreign = await world.entrust({ clientName: "The court" });
    const item = await world.register(foreign.id);
    const mine = await world.register(own.id);
    const list = async (as: Person) =>
      (await platform.call(listEntrustments, { query: { pageSize: 100 } }, as)).rows.map(
        (row) => row.entrustmentId,
      );
    expect(await list(client)).toEqual([own.id]);
    expect(await list(other)).toEqual([]);
    expect(await list(custodian)).toEqual(expect.arrayContaining([own.id, foreign.id]));
    const { rows } = await platform.call(listEvidenceItems, { query: { pageSize: 100 } }, client);
    expect(rows.map(({ itemId }) => itemId)).toEqual([mine.id]);
    for (const as of [client, other]) {
      const of = { params: { id: as === client ? foreign.id : own.id } };
      expect(await platform.refusal(getEntrustment, of, as)).toMatchObject({ code: 404 });
      expect(await platform.refusal(getEntrustmentTrack, of, as)).toMatchObject({ code: 404 });
      expect(await platform.refusal(makeEvidenceFile, of, as)).toMatchObject({ code: 404 });
      const step = { body: { entrustmentId: of.params.id, step: "submit" as const } };
      expect(await platform.refusal(stepEntrustment, step, as)).toMatchObject({ code: 404 });
    }
    expect(await platform.refusal(getEvidenceItem, { params: { id: item.id } }, client)).toMatchObject({
      code: 404,
    });
    const audit = { body: { itemId: item.id, step: "audit" as const } };
    expect(await platform.refusal(recordItemEvent, audit, client)).toMatchObject({ code: 404 });
    const file = await fetch(`${platform.url}/prod-api/v2/admin/evidence/entrustment/export`, {
      headers: bearer(client),
    });
    note(exportEntrustments, "success");
    const sheet = await readXlsx(await file.arrayBuffer());
    expect(sheet.slice(1).map((row) => row.join(" "))).toEqual([expect.stringContaining(own.entrustmentNo)]);
    const html = await fetchEvidence.of(platform, own.id, client.token);
    expect(html).toContain("Police station 7");
    expect(html).not.toContain("The court");
  });

  test("cannot decide, approve or examine: only the institution's roles can", async () => {
    const approver = await platform.addUser({ unitId: at.unitId, roles: ["approver"] });
    const examiner = await platform.addUser({ unitId: at.unitId, roles: ["examiner"] });
    const auditor = await platform.addUser({ unitId: at.unitId, roles: ["auditor"] });
    const may = async (as: Person) =>
      (await platform.call(getEntrustment, { params: { id: own.id } }, as)).data.may;
    await world.step(own.id, "submit", client);
    expect(await may(client)).toMatchObject({ decide: false, recuse: false });
    expect(await may(approver)).toMatchObject({ decide: true, recuse: true, addItem: false });
    expect(await may(examiner)).toMatchObject({ decide: false, recuse: false, addItem: false });
    expect(await may(auditor)).toEqual({
      ...{ change: false, addItem: false, decide: false, recuse: false },
      ...{ confirmClient: false, confirmInstitution: false, steps: [] },
    });
  });
});
