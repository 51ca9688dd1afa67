import { type AnyCall, permission } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { families } from "@tracewater/contract/fleet/families";
import { captchaImage, logout } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { addressOf } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";
import { rightInputOf } from "../../test/wrong-inputs.ts";

/** Trees, which come whole and without a total. */
const flat = ["listDepts", "listMenus"];

/** Lists of one notice, batch or task, whose own tests ask for them. */
const ofOneSubject = [
  "listPlanRun",
  "listDetections",
  "listInstrumentEvents",
  "listNoticeReaders",
  "listBatchCommands",
  "listFirings",
];

const guarded = declaredCalls.filter((call) => call.access.kind !== "open");
const permitted = declaredCalls.filter((call) => call.access.kind === "permission");
const input = { params: { family: "waterSample", id: "1", service: "stop" } };

onPlatform("The contract", (platform) => {
  test("is served whole, and nothing else", () => {
    const names = declaredCalls.map((call) => call.name);
    expect(new Set(names).size).toBe(names.length);
    expect(platform.served().sort()).toEqual([...names].sort());
  });

  test("declares no two calls on one address", () => {
    const addresses = declaredCalls.map((call) => `${call.method} ${call.path.replace(/:\w+/g, ":")}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(guarded.map((call) => [call.name, call] as const))(
    "answers %s with 401 without a token, and with a dead one",
    async (_name, call) => {
      expect(await platform.refusal(call, input, null)).toMatchObject({ code: 401 });
      const dead = { token: "x".repeat(43) };
      expect(await platform.refusal(call, input, dead)).toMatchObject({ code: 401 });
    },
  );

  test.each(permitted.map((call) => [call.name, call] as const))(
    "answers %s with 403 to anyone who has no role, before the input is looked at",
    async (_name, call) => {
      const nobody = await platform.addUser({});
      expect(await platform.refusal(call, input, nobody)).toMatchObject({ code: 403 });
      const spoilt = { ...input, query: { pageSize: "\u0000" }, body: { id: "nonsense" } };
      expect(await platform.refusal(call, spoilt, nobody)).toMatchObject({ code: 403 });
    },
  );

  test("shows no device's anything to anyone who has no role", async () => {
    const { id } = await platform.addDevice();
    const nobody = await platform.addUser({ unitId: await platform.unit() });
    const paths = [
      `/v2/admin/device/de/${id}`,
      `/v2/admin/data/telemetry/series?deviceId=${id}&identifiers=ph&begin=0&end=1`,
      `/v2/admin/data/message/list?deviceId=${id}`,
      `/v2/admin/data/event/list?deviceId=${id}`,
      `/v2/admin/device/command/list?deviceId=${id}`,
    ];
    for (const path of paths) {
      const headers = { authorization: `Bearer ${nobody.token}` };
      expect((await platform.request(path, { headers })).body, path).toMatchObject({ code: 404 });
    }
  });

  test.each([captchaImage, logout].map((call) => [call.name, call] as const))(
    "%s, which asks for nothing, refuses a character that cannot be kept",
    async (_name, call: AnyCall) => {
      expect(await platform.refusal(call, { query: { a: "\u0000" } }, null)).toMatchObject({ code: 400 });
    },
  );

  test("asks for a permission that some built-in role holds, or for the administrator", async () => {
    const rows = await platform.db.selectFrom("menu").select("permission").execute();
    const held = new Set(rows.map((row) => row.permission));
    const words = Object.values(families).map((family) => family.permissionKey);
    const asked = permitted
      .flatMap(({ access }) => (access.kind === "permission" ? [access.permission] : []))
      .flatMap((one) => words.map((word) => one.replace("{family}", word)));
    expect([...new Set(asked)].filter((one) => !held.has(one))).toEqual([]);
    expect(permission("a").kind).toBe("permission");
  });

  test("gives every successful list the same shape", async () => {
    const { id } = await platform.addDevice();
    const lists = declaredCalls.filter((call) => call.path.endsWith("/list") && !flat.includes(call.name));
    for (const call of lists) {
      const { query: required } = rightInputOf(call);
      const query = {
        ...("deviceId" in required ? { deviceId: id } : {}),
        ...("unitId" in required ? { unitId: await platform.unit() } : {}),
      };
      const address = addressOf(call, { params: { family: "waterSample" }, query });
      if (call.name === "listProducts" || ofOneSubject.includes(call.name)) continue;
      const headers = { authorization: `Bearer ${(await platform.admin()).token}` };
      const { body } = await platform.request(address, { headers });
      expect(body, call.name).toMatchObject({ code: 200, msg: "success", rows: expect.any(Array) });
      expect(body["total"], call.name).toEqual(expect.any(Number));
    }
  });
});
