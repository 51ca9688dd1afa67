import {
  addAssays,
  findAssaySample,
  getAssay,
  reviewAssays,
  submitAssays,
} from "@tracewater/contract/laboratory/assays";
import { getSampling } from "@tracewater/contract/laboratory/samplings";
import { listOperations } from "@tracewater/contract/system/audit";
import { changeProfile } from "@tracewater/contract/system/profile";
import { beforeAll, expect, test } from "vitest";
import { verifyExport } from "../../../../test/test-chain.ts";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { addPoint, sealSample } from "../../../../test/test-samples.ts";

onPlatform("Records of a person who chose another's name", (platform) => {
  let operator = { token: "", id: 0, userName: "" };
  let reviewer: Session & { userName: string } = { token: "", userName: "" };
  let unitId = 0;
  const nickName = "N areviewer";

  beforeAll(async () => {
    unitId = await platform.addUnit("North");
    operator = await platform.addUser({ unitId, roles: ["operator", "analyst"] });
    reviewer = await platform.addUser({ unitId, roles: ["reviewer"] });
    const body = { nickName, phonenumber: "", email: "", sex: "2" as const };
    await platform.call(changeProfile, { body }, operator);
  });

  test("name them in the custody chain by number, log-in name and the way they came in", async () => {
    const { pointId } = await addPoint(platform, unitId);
    const { id } = await sealSample(platform, pointId, operator);
    const { data } = await platform.call(getSampling, { params: { id } }, operator);
    const actor = { actor: nickName, actorId: operator.id, actorUserName: operator.userName };
    const via = { kind: "session" };
    expect(data.events).toMatchObject([
      { kind: "collect", ...actor, via },
      { kind: "seal", ...actor, via },
    ]);
    expect(data.sealedBy).toBe(`${nickName} (${operator.userName})`);
    const path = "/prod-api/v2/admin/laboratory/custody/chain/export";
    expect(await verifyExport(platform, await platform.admin(), path)).toMatchObject({ code: 0 });
  });

  test("name analyst and reviewer with their log-in names", async () => {
    const { pointId, code } = await addPoint(platform, unitId);
    const { bodyCode } = await sealSample(platform, pointId, operator);
    const result = { analyte: "cocaine" as const, value: "0.34", loq: "0.005", uncertainty: "0.041" };
    const { data: sample } = await platform.call(findAssaySample, { query: { code: bodyCode } }, operator);
    const sampledOn = sample?.sampledOn ?? "";
    const about = { bodyCode, sampledOn, pointCode: code, method: "LC-MS/MS" };
    const { data } = await platform.call(addAssays, { body: { ...about, results: [result] } }, operator);
    await platform.call(submitAssays, { body: { ids: data.ids } }, operator);
    await platform.call(reviewAssays, { body: { ids: data.ids, decision: "approve" } }, reviewer);
    const [id = 0] = data.ids;
    const read = await platform.call(getAssay, { params: { id } }, operator);
    expect(read.data.assay).toMatchObject({
      analyst: `${nickName} (${operator.userName})`,
      reviewer: reviewer.userName,
    });
  });

  test("name them in the operation log by number and log-in name", async () => {
    const query = { operName: operator.userName, title: "Seal bottles" };
    const { rows } = await platform.call(listOperations, { query }, await platform.admin());
    expect(rows[0]).toMatchObject({
      userId: operator.id,
      operName: operator.userName,
      nickName,
      via: "session",
    });
  });
});
