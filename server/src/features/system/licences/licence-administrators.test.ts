import {
  grantLicence,
  issueLicence,
  listLicences,
  withdrawLicence,
} from "@tracewater/contract/system/licences";
import { getInfo } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { licenceSteps } from "../../../../test/test-licences.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

// Sessions end by the clock of the database, so the time of these tests lies ahead of it.
const start = Date.parse("2031-03-01T04:00:00Z"); // noon in Shanghai
let clock = start;

onPlatform(
  "The authorization of a unit, and who gives it",
  (platform) => {
    const { makeUnit, makeMember, over, history, terms } = licenceSteps(platform);

    test("that is withdrawn ends the live streams of its users, and leaves their sessions", async () => {
      const unitId = await makeUnit();
      const member = await makeMember(unitId);
      const live = await listenLive(platform.url, member, "family:waterSample");
      await eventually(() => live.of("hello").length).toBe(1);
      const [first] = await history(unitId);
      await platform.call(
        withdrawLicence,
        { body: { licenceId: first?.licenceId ?? 0 } },
        await platform.admin(),
      );
      await eventually(() => live.isOpen()).toBe(false);
      expect(live.received.map((event) => event.type)).not.toContain("sessionEnded");
      await platform.call(getInfo, {}, member);
    });

    test.each([
      ["validUntil", { validUntil: "2031-02-01" }],
      ["validUntil", { validUntil: "2031-02-30" }],
      ["unitId", { unitId: 999_999 }],
      ["mostDevices", { mostDevices: -1 }],
      ["enterWithin", { enterWithin: 91 }],
    ])("is refused by its field %s", async (field, wrong) => {
      const body = { unitId: await makeUnit(), ...terms, ...wrong };
      expect(await platform.refusal(issueLicence, { body }, await platform.admin())).toMatchObject({
        code: 400,
        errors: [{ field }],
      });
    });

    test("belongs to enterprise units, not to their departments", async () => {
      const department = await platform.addUnit("no unit", await makeUnit());
      for (const call of [issueLicence, grantLicence]) {
        const input = { body: { unitId: department, ...terms } };
        expect(await platform.refusal(call, input, await platform.admin())).toMatchObject({ code: 400 });
      }
    });

    test("is neither issued, given nor withdrawn by the unit's own administrator, and read by them alone of the units", async () => {
      const [mine, others] = [await makeUnit(), await makeUnit()];
      const own = await platform.addUser({ unitId: mine, roles: ["unitAdmin"] });
      for (const [call, body] of [
        [issueLicence, { unitId: mine, ...terms }],
        [grantLicence, { unitId: mine, ...terms }],
        [withdrawLicence, { licenceId: (await history(mine))[0]?.licenceId }],
      ] as const) {
        expect(await platform.refusal(call, { body }, own)).toMatchObject({ code: 403 });
      }
      expect((await platform.call(listLicences, { query: { unitId: mine } }, own)).total).toBe(1);
      expect((await platform.call(listLicences, { query: { unitId: others } }, own)).total).toBe(0);
    });

    test("of another unit answers a withdrawal as nobody's", async () => {
      const admin = await platform.admin();
      expect(
        await platform.refusal(withdrawLicence, { body: { licenceId: 2_000_000_000 } }, admin),
      ).toMatchObject({
        code: 404,
      });
    });

    test("is warned of 30, 7 and 1 days ahead, once each, and not where another follows", async () => {
      const unitId = await makeUnit({ ...over, validUntil: "2031-04-30" });
      const followed = await makeUnit({ ...over, validUntil: "2031-04-30" });
      const body = { unitId: followed, validFrom: "2031-05-01", validUntil: "2031-12-31" };
      await platform.call(grantLicence, { body }, await platform.admin());
      const warnedOn = async (day: string) => {
        clock = Date.parse(`${day}T04:00:00Z`);
        const due = await platform.licences.listDue();
        for (const one of due) await platform.licences.markWarned(one);
        return due.filter((one) => [unitId, followed].includes(one.unitId)).map((one) => one.daysLeft);
      };
      expect(await warnedOn("2031-03-30")).toEqual([]);
      expect(await warnedOn("2031-03-31")).toEqual([30]);
      expect(await warnedOn("2031-04-01")).toEqual([]);
      expect(await warnedOn("2031-04-24")).toEqual([6]);
      expect(await warnedOn("2031-04-24")).toEqual([]);
      expect(await warnedOn("2031-04-29")).toEqual([1]);
      expect(await warnedOn("2031-04-30")).toEqual([]);
      clock = start;
    });
  },
  { now: () => clock, env: { TZ: "Asia/Shanghai" } },
);
