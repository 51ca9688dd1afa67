import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import { moveDept } from "@tracewater/contract/system/dept";
import { addAuthCode, grantLicence, withdrawLicence } from "@tracewater/contract/system/licences";
import { getInfo, getRouters, logout } from "@tracewater/contract/system/session";
import { users } from "@tracewater/contract/system/users";
import { expect, test } from "vitest";
import type { Answer } from "../../../../test/test-http.ts";
import { licenceSteps } from "../../../../test/test-licences.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const params = { family: "waterSample" } as const;
// Sessions end by the clock of the database, so the time of these tests lies ahead of it.
const hourMs = 3_600_000;
const start = Date.parse("2031-03-01T04:00:00Z"); // noon in Shanghai
let clock = start;

onPlatform(
  "The authorization of a unit",
  (platform) => {
    const { makeUnit, makeMember, over, issue, enter, list, history, terms } = licenceSteps(platform);

    test("that is over shuts its users out with HTTP 444, and lets them see who they are, enter a code and leave", async () => {
      const member = await makeMember(await makeUnit(over));
      const answer = await platform.ask(listDevices, { params }, member);
      expect(answer).toMatchObject({ status: 444, body: { code: 444, requestId: expect.any(String) } });
      expect(answer.body.msg).toContain("authorization");
      const chinese = await platform.refusal(listDevices, { params }, member, { "accept-language": "zh-CN" });
      expect(chinese.msg).toContain("授权");
      await platform.call(getInfo, {}, member);
      await platform.call(getRouters, {}, member);
      expect(await platform.refusal(addAuthCode, enter("nonsense"), member)).toMatchObject({ code: 500 });
      await platform.call(logout, {}, member);
    });

    test("is never asked of administrators, nor of anyone who belongs to no unit", async () => {
      const unitId = await makeUnit(over);
      const administrator = await platform.addUser({ unitId, roles: ["admin"] });
      expect(await list(administrator)).toBe(200);
      expect(await list(await platform.addUser({ roles: ["viewer"] }))).toBe(200);
    });

    test("begins with a year for a unit of which nobody said otherwise, and holds for its departments", async () => {
      const unitId = await makeUnit();
      const department = await platform.addUnit("department", unitId);
      const member = await makeMember(department);
      expect(await list(member)).toBe(200);
      const [first] = await history(unitId);
      expect(first).toMatchObject({
        validFrom: "2031-03-01",
        validUntil: "2032-02-29",
        state: "inForce",
        isCurrent: true,
        byCode: false,
        issuedBy: "admin",
      });
    });

    test("holds to the end of its last day in the zone of the server", async () => {
      const member = await makeMember(await makeUnit({ ...over, validUntil: "2031-03-01" }));
      clock = Date.parse("2031-03-01T15:59:00Z"); // 23:59 in Shanghai
      expect(await list(member)).toBe(200);
      clock = Date.parse("2031-03-01T16:00:00Z");
      expect(await list(member)).toBe(444);
      clock = start;
    });

    test("comes with a code that somebody of the unit enters, at once for all of them", async () => {
      const unitId = await makeUnit(over);
      const [first, second] = [await makeMember(unitId), await makeMember(unitId)];
      const { code } = await issue(unitId);
      expect(await list(second)).toBe(444);
      await platform.call(addAuthCode, enter(`  ${code.slice(0, 30)}\n${code.slice(30)} `), first);
      expect([await list(first), await list(second)]).toEqual([200, 200]);
      expect((await history(unitId))[0]).toMatchObject({ state: "inForce", isCurrent: true, byCode: true });
    });

    test("is entered once: a code that was used opens nothing again, for two at once neither", async () => {
      const unitId = await makeUnit(over);
      const [first, second] = [await makeMember(unitId), await makeMember(unitId)];
      const { code, id } = await issue(unitId);
      const both = await Promise.all(
        [first, second].map((one) => platform.ask(addAuthCode, enter(code), one)),
      );
      expect(both.map((one) => one.body.code).sort()).toEqual([200, 500]);
      await platform.call(withdrawLicence, { body: { licenceId: id } }, await platform.admin());
      expect(await list(first)).toBe(444);
      expect((await platform.refusal(addAuthCode, enter(code), second)).code).toBe(500);
      expect(await list(second)).toBe(444);
    });

    test("is bound to its unit: another unit's people cannot enter its code", async () => {
      const [mine, others] = [await makeUnit(over), await makeUnit(over)];
      const { code } = await issue(others);
      const member = await makeMember(mine);
      const refused = await platform.refusal(addAuthCode, enter(code), member);
      expect(refused).toMatchObject({ code: 500, errors: [{ field: "authorizationCode" }] });
      expect(await list(member)).toBe(444);
      await platform.call(addAuthCode, enter(code), await makeMember(others));
    });

    test("takes no code that was changed, withdrawn or entered too late", async () => {
      const unitId = await makeUnit(over);
      const member = await makeMember(unitId);
      const { code, id } = await issue(unitId);
      const changed = code.startsWith("A") ? code.replace(/.$/, (last) => (last === "A" ? "Q" : "A")) : code;
      expect(changed).not.toBe(code);
      expect((await platform.refusal(addAuthCode, enter(changed), member)).msg).toContain(
        "authorization code is not valid",
      );
      await platform.call(withdrawLicence, { body: { licenceId: id } }, await platform.admin());
      expect((await platform.refusal(addAuthCode, enter(code), member)).msg).toContain("withdrawn");
      const late = await issue(unitId, { enterWithin: 2 });
      clock = start + 2 * 24 * hourMs;
      expect((await platform.refusal(addAuthCode, enter(late.code), member)).msg).toContain("expired");
      expect((await history(unitId)).map((one) => one.state)).toEqual(["lapsed", "withdrawn", "over"]);
      expect(await list(member)).toBe(444);
      clock = start;
    });

    test("is tried five times an hour by one person, the right code included; others of the unit go on", async () => {
      const unitId = await makeUnit(over);
      const [guesser, other] = [await makeMember(unitId), await makeMember(unitId)];
      const { code } = await issue(unitId);
      const guesses = await Promise.all(
        Array.from({ length: 8 }, () => platform.refusal(addAuthCode, enter("wrong"), guesser)),
      );
      expect(guesses.filter((one) => one.msg.includes("Too many")).length).toBe(3);
      clock = start + 30 * 60_000;
      const refused = await platform.refusal(addAuthCode, enter(code), guesser);
      expect(refused.msg).toBe("Too many wrong codes. Try again in 30 minutes.");
      clock = start + hourMs + 1000;
      await platform.call(addAuthCode, enter(code), guesser);
      const next = await issue(unitId);
      await platform.call(addAuthCode, enter(next.code), other);
      clock = start;
    });

    test("says to anyone who belongs to no unit that they need none", async () => {
      const refused = await platform.refusal(addAuthCode, enter("x"), await platform.addUser({}));
      expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("do not belong to a unit") });
    });

    test("may be given at once, and limits devices", async () => {
      const unitId = await makeUnit(over);
      const department = await platform.addUnit("narrow", unitId);
      const member = await makeMember(unitId);
      const body = { unitId, ...terms, mostDevices: 2, mostUsers: 50 };
      await platform.call(grantLicence, { body }, await platform.admin());
      const add = (deviceName: string, unit: number) => ({ params, body: { deviceName, unitId: unit } });
      await platform.call(addDevice, add("limit-1", unitId), member);
      await platform.call(addDevice, add("limit-2", department), member);
      const refused = await platform.refusal(addDevice, add("limit-3", department), member);
      expect(refused).toMatchObject({
        code: 500,
        msg: "The unit's authorization allows 2 devices; it already has 2.",
      });
    });

    test("holds its limits for devices and users that come all at once, whichever department they are for", async () => {
      const unitId = await makeUnit({ ...terms, mostDevices: 2, mostUsers: 3 });
      const department = await platform.addUnit("crowded", unitId);
      const member = await makeMember(unitId);
      const admin = await platform.admin();
      const tries = [...Array(10).keys()];
      const place = (index: number) => (index % 2 === 0 ? unitId : department);
      const devices = tries.map((index) => {
        const body = { deviceName: `crowd-${index}`, unitId: place(index) };
        return platform.ask(addDevice, { params, body }, member);
      });
      const people = tries.map((index) => {
        const body = { userName: `crowd${index}`, nickName: "Crowd", deptId: place(index), roleIds: [] };
        return platform.ask(users.calls.add, { body }, admin);
      });
      const codes = async (answers: Promise<Answer>[]) =>
        (await Promise.all(answers)).map(({ body }) => body.code).sort((one, other) => one - other);
      expect(await codes(devices)).toEqual([200, 200, ...Array(8).fill(500)]);
      expect(await codes(people)).toEqual([200, 200, ...Array(8).fill(500)]); // the member is one of three
      const refused = await platform.refusal(
        users.calls.add,
        { body: { userName: "crowd-late", nickName: "Late", deptId: department, roleIds: [] } },
        admin,
      );
      expect(refused.msg).toBe("The unit's authorization allows 3 users; it already has 3.");
    });

    test("keeps a branch out that would break its limits", async () => {
      const [from, to] = [await makeUnit(), await makeUnit({ ...terms, mostDevices: 0 })];
      const branch = await platform.addUnit("branch", from);
      await platform.addDevice({ unitId: branch, deviceName: "in-branch" });
      const input = { body: { deptId: branch, parentId: to } };
      expect(await platform.refusal(moveDept, input, await platform.admin())).toMatchObject({ code: 500 });
    });
  },
  { now: () => clock, env: { TZ: "Asia/Shanghai" } },
);
