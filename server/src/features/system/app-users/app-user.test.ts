import { listDeviceOperations } from "@tracewater/contract/field/samplers";
import { callService } from "@tracewater/contract/fleet/commands";
import {
  logInByAppPassword,
  logInByCode,
  reportPosition,
  sendAppCode,
} from "@tracewater/contract/system/app-log-in";
import {
  addAppUser,
  changeAppUser,
  changeAppUserStatus,
  exportAppUsers,
  getAppUser,
  listAppActions,
  listAppUsers,
  resetAppPassword,
} from "@tracewater/contract/system/app-users";
import { getInfo, login } from "@tracewater/contract/system/session";
import { users } from "@tracewater/contract/system/users";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { startSmtpLibrary } from "../../../../test/smtp-library.ts";
import { onPlatform } from "../../../../test/test-platform.ts";
import { startTextGateway } from "../../../../test/text-gateway.ts";

const smtp = await startSmtpLibrary();
const gateway = await startTextGateway();
afterAll(() => {
  smtp.close();
  gateway.close();
});

let numbered = 0;
const nextPhone = () => {
  numbered += 1;
  return `+86138111${String(numbered).padStart(5, "0")}`.replace(/000$/, "001");
};

onPlatform(
  "APP users",
  (platform) => {
    const roleId = async (key: string) => {
      const found = await sql<{ id: number }>`select id from role where role_key = ${key}`.execute(
        platform.db,
      );
      return found.rows[0]?.id ?? 0;
    };
    const add = async (given: object = {}) => {
      const body = {
        ...{ nickName: "Field worker", phonenumber: nextPhone(), deptId: await platform.unit() },
        ...{ roleIds: [await roleId("operator")], ...given },
      };
      const { data } = await platform.call(addAppUser, { body }, await platform.admin());
      return { userId: data.userId, phone: body.phonenumber };
    };
    /** Of all tests the requests come from one address: what is counted for it is not the matter here. */
    const forgetNetwork = () => sql`update one_time_code set network = 'elsewhere'`.execute(platform.db);
    const codeTo = async (phone: string) => {
      const find = () => gateway.texts.findLast(({ to }) => to === phone)?.text;
      await eventually(find).not.toBe(undefined);
      return /\b(\d{6})\b/.exec(find() ?? "")?.[1] ?? "";
    };
    const logIn = async (phone: string, more: object = {}) => {
      await forgetNetwork();
      await platform.call(sendAppCode, { body: { phone } }, null);
      const code = await codeTo(phone);
      return platform.call(logInByCode, { body: { phone, code, ...more } }, null);
    };

    test("log in by a code from a text message; phone and log-in are in their list", async () => {
      const { userId, phone } = await add();
      const session = await logIn(phone, { deviceId: "install-1", deviceName: "Field phone 7" });
      const info = await platform.call(getInfo, {}, session);
      expect(info).toMatchObject({ user: { userId, nickName: "Field worker" }, roles: ["operator"] });
      const found = await platform.call(getAppUser, { params: { id: userId } }, await platform.admin());
      expect(found).toMatchObject({
        data: { phonenumber: phone, devices: 1, status: "0", hasPassword: false },
        devices: [{ name: "Field phone 7" }],
        logIns: [{ kind: "logIn", ok: true }],
      });
    });

    test("log in by a code from a mail, typed in whatever letters", async () => {
      await add({ phonenumber: "", email: "Worker@Example.org" });
      await forgetNetwork();
      await platform.call(sendAppCode, { body: { email: "worker@example.ORG" } }, null);
      const mails = () => smtp.mails.filter(({ to }) => to.includes("worker@example.org"));
      await eventually(() => mails().length).toBe(1);
      const code = /\b(\d{6})\b/.exec(mails()[0]?.text ?? "")?.[1] ?? "";
      await platform.call(logInByCode, { body: { email: "WORKER@example.org", code } }, null);
    });

    test("have three tries for a code, which counts once and for its own number alone", async () => {
      const [one, other] = [await add(), await add()];
      await forgetNetwork();
      await platform.call(sendAppCode, { body: { phone: one.phone } }, null);
      const code = await codeTo(one.phone);
      const asOther = { body: { phone: other.phone, code } };
      expect(await platform.refusal(logInByCode, asOther, null)).toMatchObject({
        errors: [{ field: "code" }],
      });
      const wrong = { body: { phone: one.phone, code: code === "000000" ? "000001" : "000000" } };
      for (let at = 0; at < 3; at++) {
        expect(await platform.refusal(logInByCode, wrong, null)).toMatchObject({
          errors: [{ field: "code" }],
        });
      }
      const right = { body: { phone: one.phone, code } };
      expect(await platform.refusal(logInByCode, right, null)).toMatchObject({ errors: [{ field: "code" }] });
      const session = await logIn(other.phone);
      expect(session.token).not.toBe("");
      const again = { body: { phone: other.phone, code: await codeTo(other.phone) } };
      expect(await platform.refusal(logInByCode, again, null)).toMatchObject({ errors: [{ field: "code" }] });
    });

    test("that nobody knows are answered like others, and no message leaves", async () => {
      const before = gateway.texts.length;
      await forgetNetwork();
      const phone = "+8613999999999";
      await platform.call(sendAppCode, { body: { phone } }, null);
      expect(await platform.refusal(logInByCode, { body: { phone, code: "123456" } }, null)).toMatchObject({
        errors: [{ field: "code" }],
      });
      expect(await platform.refusal(sendAppCode, { body: { phone } }, null)).toMatchObject({ code: 429 });
      const both = { body: { phone, email: "a@example.org" } };
      for (const input of [both, { body: {} }]) {
        expect(await platform.refusal(sendAppCode, input, null)).toMatchObject({ code: 400 });
      }
      const known = await add();
      await logIn(known.phone);
      expect(gateway.texts.slice(before).map(({ to }) => to)).toEqual([known.phone]);
    });

    test("log in by a password once they have one, by number or name, and never by the console's log-in", async () => {
      const { userId, phone } = await add();
      const admin = await platform.admin();
      const { data } = await platform.call(resetAppPassword, { body: { userId } }, admin);
      const password = data.oneTimePassword;
      const session = await platform.call(logInByAppPassword, { body: { username: phone, password } }, null);
      expect(await platform.call(getInfo, {}, session)).toMatchObject({ mustChangePassword: true });
      const { userName } = (await platform.call(getAppUser, { params: { id: userId } }, admin)).data;
      await platform.call(logInByAppPassword, { body: { username: userName, password } }, null);
      expect(await platform.refusal(login, { body: { username: userName, password } }, null)).toMatchObject({
        msg: "Wrong user name or password.",
      });
      const person = await platform.addUser({});
      const asPerson = { body: { username: person.userName, password: person.password } };
      expect(await platform.refusal(logInByAppPassword, asPerson, null)).toMatchObject({ code: 500 });
      const guess = { body: { username: phone, password: "not this one" } };
      for (let at = 0; at < 5; at++) await platform.refusal(logInByAppPassword, guess, null);
      const waits = await platform.refusal(logInByAppPassword, { body: { username: phone, password } }, null);
      expect(waits.msg).toContain("Too many failed attempts");
    });

    test("lose their sessions when they are disabled, and codes count for them no longer", async () => {
      const { userId, phone } = await add();
      const session = await logIn(phone);
      const admin = await platform.admin();
      await platform.call(changeAppUserStatus, { body: { userId, status: "1" } }, admin);
      expect(await platform.refusal(getInfo, {}, session)).toMatchObject({ code: 401 });
      await forgetNetwork();
      const before = gateway.texts.length;
      await sql`update one_time_code set created_at = created_at - interval '2 minutes'`.execute(platform.db);
      await platform.call(sendAppCode, { body: { phone } }, null);
      const known = await add();
      await logIn(known.phone);
      expect(gateway.texts.slice(before).map(({ to }) => to)).toEqual([known.phone]);
      await platform.call(changeAppUserStatus, { body: { userId, status: "0" } }, admin);
    });

    test("report where they are; an older position and one of the future are not taken", async () => {
      const { userId, phone } = await add();
      const session = await logIn(phone);
      const admin = await platform.admin();
      const at = Date.now() - 60_000;
      const report = (body: object) => ({
        body: { latitude: 31.2, longitude: 121.5, accuracy: 8, at, ...body },
      });
      await platform.call(reportPosition, report({}), session);
      await platform.call(reportPosition, report({ latitude: 10, at: at - 1000 }), session);
      const { data } = await platform.call(getAppUser, { params: { id: userId } }, admin);
      expect(data.position).toEqual({ latitude: 31.2, longitude: 121.5, accuracy: 8, at });
      const future = report({ at: Date.now() + 3_600_000 });
      expect(await platform.refusal(reportPosition, future, session)).toMatchObject({
        errors: [{ field: "at" }],
      });
      expect(await platform.refusal(reportPosition, report({ latitude: 91 }), session)).toMatchObject({
        errors: [{ field: "latitude" }],
      });
      expect(await platform.refusal(reportPosition, report({}), admin)).toMatchObject({ code: 403 });
    });

    test("leave what they do to a device in its APP log, apart from what others do", async () => {
      const { phone, userId } = await add();
      const session = await logIn(phone);
      const admin = await platform.admin();
      const { id, deviceName } = await platform.addDevice();
      const params = { family: "waterSample" as const, service: "grab" };
      const order = { params, query: { deviceName }, body: { params: { volume: 200 } } };
      await platform.call(callService, order, session);
      await platform.call(callService, order, admin);
      const operations = async (by?: "app" | "platform") =>
        (await platform.call(listDeviceOperations, { params: { id }, query: by ? { by } : {} }, admin)).rows;
      expect(await operations("app")).toMatchObject([{ nickName: "Field worker", status: "0" }]);
      expect((await operations("platform")).map(({ operName }) => operName)).not.toContain(
        (await operations("app"))[0]?.operName,
      );
      expect((await operations()).length).toBeGreaterThan((await operations("app")).length);
      const actions = await platform.call(listAppActions, { params: { id: userId } }, admin);
      expect(actions.rows).toContainEqual(
        expect.objectContaining({ status: "0", operId: expect.any(Number) }),
      );
    });

    test("are reached within the units of whoever asks, are not in the list of users, and go out as a workbook", async () => {
      const { userId, phone } = await add();
      const other = await platform.addUnit("Another unit");
      const stranger = await platform.addUser({ unitId: other, roles: ["unitAdmin"] });
      expect((await platform.call(listAppUsers, { query: { keyword: phone } }, stranger)).rows).toEqual([]);
      expect(await platform.refusal(getAppUser, { params: { id: userId } }, stranger)).toMatchObject({
        code: 404,
      });
      const admin = await platform.admin();
      expect((await platform.call(listAppUsers, { query: { keyword: phone } }, admin)).rows).toMatchObject([
        { userId, phonenumber: phone },
      ]);
      const inUsers = await platform.call(users.calls.list, { query: { keyword: phone } }, admin);
      expect(inUsers.rows).toEqual([]);
      const file = await fetch(`${platform.url}/prod-api${exportAppUsers.path}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(file.headers.get("download-filename")).toContain("APP");
    });

    test("share no number, need one of number and address, and get no role beyond their maker", async () => {
      const { phone, userId } = await add();
      const admin = await platform.admin();
      const taken = { body: { nickName: "Twin", phonenumber: phone } };
      expect(await platform.refusal(addAppUser, taken, admin)).toMatchObject({
        code: 409,
        errors: [{ field: "phonenumber" }],
      });
      expect(await platform.refusal(addAppUser, { body: { nickName: "Nobody" } }, admin)).toMatchObject({
        errors: [{ field: "phonenumber" }],
      });
      const unitId = await platform.unit();
      const delegate = await platform.addUser({ unitId, roles: ["unitAdmin"] });
      const reaching = {
        body: {
          nickName: "Too much",
          phonenumber: nextPhone(),
          deptId: unitId,
          roleIds: [await roleId("admin")],
        },
      };
      expect(await platform.refusal(addAppUser, reaching, delegate)).toMatchObject({ code: 403 });
      const body = { userId, nickName: "Renamed", phonenumber: phone, deptId: unitId, roleIds: [] };
      await platform.call(changeAppUser, { body }, delegate);
      const { data } = await platform.call(getAppUser, { params: { id: userId } }, delegate);
      expect(data).toMatchObject({ nickName: "Renamed", roleNames: "" });
    });
  },
  { env: { ...smtp.env, ...gateway.env } },
);

onPlatform("APP users on a platform without text messages", (platform) => {
  test("are told to use another way", async () => {
    const refused = await platform.refusal(sendAppCode, { body: { phone: "13811111111" } }, null);
    expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining("not configured") });
  });
});
