import {
  approveAccountRequest,
  confirmApplicationMail,
  getAccountRequest,
  getApplication,
  getRegistration,
  listAccountRequests,
  refuseAccountRequest,
  register,
  sendApplicationCode,
  withdrawApplication,
} from "@tracewater/contract/system/account-requests";
import { listMessageLog } from "@tracewater/contract/system/messages";
import { getInfo, login } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { startSmtpLibrary } from "../../../../test/smtp-library.ts";
import { runTask } from "../../../../test/test-jobs.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const smtp = await startSmtpLibrary();
afterAll(() => smtp.close());

const password = "quiet river under bridges 41";
let named = 0;

onPlatform(
  "A request for an account",
  (platform) => {
    const ask = async (given: object = {}) => {
      named += 1;
      const username = `applicant${named}`;
      // Of all tests the requests come from one address: what is counted for it is not the matter here.
      await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
      await sql`update one_time_code set network = 'elsewhere'`.execute(platform.db);
      const body = { username, password, nickName: "Applicant", purpose: "Plant North", ...given };
      const { data } = await platform.call(register, { body }, null);
      return { ...data, username: body.username };
    };
    const queue = async (session: { token: string }, query: object = {}) =>
      platform.call(listAccountRequests, { query }, session);
    const stateOf = async (key: string) =>
      (await platform.call(getApplication, { body: { key } }, null)).data;
    const codeTo = async (address: string) => {
      const find = () => smtp.mails.findLast(({ to }) => to.includes(address))?.text;
      await eventually(find).not.toBe(undefined);
      return /\b(\d{6})\b/.exec(find() ?? "")?.[1] ?? "";
    };

    test("waits in the queue of its unit, and is approved with unit, roles and a last day", async () => {
      const unitId = await platform.addUnit("Riverside");
      const other = await platform.addUnit("Hillside");
      const delegate = await platform.addUser({ unitId, roles: ["unitAdmin"] });
      const stranger = await platform.addUser({ unitId: other, roles: ["unitAdmin"] });
      const { key, username } = await ask({ unit: "Riverside" });
      const { rows, waiting } = await queue(delegate);
      expect({ rows, waiting }).toMatchObject({
        waiting: 1,
        rows: [
          { userName: username, deptId: unitId, deptName: "Riverside", state: "waiting", duplicates: [] },
        ],
      });
      expect((await queue(stranger)).rows).toEqual([]);
      const requestId = rows[0]?.requestId ?? 0;
      const { roles } = await platform.call(getAccountRequest, { params: { id: requestId } }, delegate);
      const operator = roles.find(({ roleKey }) => roleKey === "operator");
      const admin = roles.find(({ roleKey }) => roleKey === "admin");
      expect({ operator: operator?.assignable, admin: admin?.assignable }).toEqual({
        operator: true,
        admin: false,
      });
      const body = { requestId, userName: username, deptId: unitId, roleIds: [operator?.roleId ?? 0] };
      expect(await platform.refusal(approveAccountRequest, { body }, stranger)).toMatchObject({ code: 404 });
      const reaching = { ...body, roleIds: [admin?.roleId ?? 0] };
      expect(await platform.refusal(approveAccountRequest, { body: reaching }, delegate)).toMatchObject({
        code: 403,
      });
      const past = { ...body, validUntil: "2020-01-01" };
      expect(await platform.refusal(approveAccountRequest, { body: past }, delegate)).toMatchObject({
        code: 400,
        errors: [{ field: "validUntil" }],
      });
      await platform.call(approveAccountRequest, { body: { ...body, validUntil: "2999-12-31" } }, delegate);
      expect(await stateOf(key)).toMatchObject({ state: "approved", validUntil: "2999-12-31" });
      const session = await platform.logIn(username, password);
      const info = await platform.call(getInfo, {}, session);
      expect(info).toMatchObject({
        roles: ["operator"],
        user: { deptId: unitId },
        mustChangePassword: false,
      });
      expect(await platform.refusal(approveAccountRequest, { body }, delegate)).toMatchObject({ code: 409 });
      await sql`update sys_user set valid_until = current_date - 2 where user_name = ${username}`.execute(
        platform.db,
      );
      expect(await platform.refusal(getInfo, {}, session)).toMatchObject({ code: 401 });
      expect(await platform.refusal(login, { body: { username, password } }, null)).toMatchObject({
        msg: "Wrong user name or password.",
      });
    });

    test("without a unit that exists waits for those who reach all units alone", async () => {
      const unitId = await platform.unit();
      const delegate = await platform.addUser({ unitId, roles: ["unitAdmin"] });
      const { username } = await ask({ unit: "No such unit" });
      expect((await queue(delegate, { keyword: username })).rows).toEqual([]);
      expect((await queue(await platform.admin(), { keyword: username })).rows).toMatchObject([
        { unitText: "No such unit", deptId: null },
      ]);
    });

    test("is refused with a reason, which its applicant reads", async () => {
      const { key, username } = await ask();
      const admin = await platform.admin();
      const { rows } = await queue(admin, { keyword: username });
      const requestId = rows[0]?.requestId ?? 0;
      const blank = { body: { requestId, reason: " " } };
      expect(await platform.refusal(refuseAccountRequest, blank, admin)).toMatchObject({
        errors: [{ field: "reason" }],
      });
      await platform.call(refuseAccountRequest, { body: { requestId, reason: "Left the unit" } }, admin);
      expect(await stateOf(key)).toMatchObject({ state: "refused", reason: "Left the unit" });
      expect(await platform.refusal(login, { body: { username, password } }, null)).toMatchObject({
        msg: "Wrong user name or password.",
      });
      const { rows: stored } =
        await sql`select password_hash from account_request where id = ${requestId}`.execute(platform.db);
      expect(stored).toEqual([{ passwordHash: null }]);
    });

    test("for a known name or address is answered like any other, and the queue shows the duplicates", async () => {
      const known = await platform.addUser({ unitId: await platform.unit() });
      await sql`update sys_user set email = 'known@example.org' where id = ${known.id}`.execute(platform.db);
      const { key } = await ask({ username: known.userName, email: "Known@example.org" });
      expect(await stateOf(key)).toMatchObject({ state: "waiting" });
      const { username } = await ask({ email: "known@example.org" });
      const admin = await platform.admin();
      const { rows } = await queue(admin, { keyword: username });
      expect(rows[0]?.duplicates).toEqual(
        expect.arrayContaining([
          { kind: "user", field: "email", userName: known.userName },
          { kind: "request", field: "email", userName: known.userName },
        ]),
      );
      const named = (await queue(admin, { keyword: known.userName })).rows[0];
      expect(named?.duplicates).toContainEqual({ kind: "user", field: "userName", userName: known.userName });
      const body = { requestId: named?.requestId ?? 0, userName: known.userName, deptId: null };
      expect(await platform.refusal(approveAccountRequest, { body }, admin)).toMatchObject({ code: 409 });
      // Under another name it passes.
      const renamed = { body: { ...body, userName: `${known.userName}b` } };
      await platform.call(approveAccountRequest, renamed, admin);
    });

    test("confirms its address by a code from a mail, which the log of messages does not show", async () => {
      const email = "new-one@example.org";
      const { key, codeSent } = await ask({ email });
      expect(codeSent).toBe(true);
      const code = await codeTo(email);
      const wrong = { body: { key, code: code === "000000" ? "000001" : "000000" } };
      expect(await platform.refusal(confirmApplicationMail, wrong, null)).toMatchObject({
        code: 400,
        errors: [{ field: "code" }],
      });
      expect(await platform.refusal(sendApplicationCode, { body: { key } }, null)).toMatchObject({
        code: 429,
      });
      const confirmed = await platform.call(confirmApplicationMail, { body: { key, code } }, null);
      expect(confirmed.data.isEmailConfirmed).toBe(true);
      expect(await platform.refusal(confirmApplicationMail, { body: { key, code } }, null)).toMatchObject({
        code: 400,
      });
      const log = await platform.call(listMessageLog, { query: { address: email } }, await platform.admin());
      expect(log.rows).toMatchObject([{ topic: "register", isSecret: true, body: "" }]);
      const { rows } = await sql`select body_sealed from delivery where address = ${email}`.execute(
        platform.db,
      );
      expect(rows).toEqual([{ bodySealed: null }]);
    });

    test("sends another code a minute later", async () => {
      const email = "again@example.org";
      const { key } = await ask({ email });
      await sql`update one_time_code set created_at = created_at - interval '61 seconds'`.execute(
        platform.db,
      );
      await platform.call(sendApplicationCode, { body: { key } }, null);
      await eventually(() => smtp.mails.filter(({ to }) => to.includes(email)).length).toBe(2);
    });

    test("is withdrawn by its applicant, and is opened by no other key", async () => {
      const { key, username } = await ask();
      const other = `${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`;
      for (const call of [getApplication, withdrawApplication]) {
        expect(await platform.refusal(call, { body: { key: other } }, null)).toMatchObject({ code: 404 });
      }
      const { data } = await platform.call(withdrawApplication, { body: { key } }, null);
      expect(data.state).toBe("withdrawn");
      const { rows } = await queue(await platform.admin(), { keyword: username, state: "waiting" });
      expect(rows).toEqual([]);
    });

    test("that nobody decided in 30 days has expired", async () => {
      const { key, username } = await ask();
      await sql`update account_request set expires_at = now() - interval '1 second'
        where user_name = ${username}`.execute(platform.db);
      expect(await stateOf(key)).toMatchObject({ state: "expired" });
      const admin = await platform.admin();
      const { rows } = await queue(admin, { keyword: username });
      const body = { requestId: rows[0]?.requestId ?? 0, userName: username, deptId: null };
      expect(await platform.refusal(approveAccountRequest, { body }, admin)).toMatchObject({ code: 409 });
      expect(await runTask(platform, "accountExpiry")).toContain("1 account requests");
    });

    test("takes no weak password, no bad name and not more than five of one network in an hour", async () => {
      const bad = { body: { username: "x", password, email: "nobody" } };
      expect(await platform.refusal(register, bad, null)).toMatchObject({
        code: 400,
        errors: expect.arrayContaining([
          expect.objectContaining({ field: "username" }),
          expect.objectContaining({ field: "email" }),
        ]),
      });
      const weak = { body: { username: "someone", password: "password1234" } };
      expect(await platform.refusal(register, weak, null)).toMatchObject({ errors: [{ field: "password" }] });
      const send = (at: number) => ({ body: { username: `many${at}`, password } });
      await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
      for (let at = 0; at < 5; at++) await platform.call(register, send(at), null);
      expect(await platform.refusal(register, send(5), null)).toMatchObject({ code: 429 });
    });

    test("is taken from a client of the family, which sends name and password alone", async () => {
      await sql`update account_request set network = 'elsewhere'`.execute(platform.db);
      const body = { username: "ruoyi", password, confirmPassword: password, code: "", uuid: "" };
      expect((await platform.request("/register", post(body))).body).toMatchObject({ code: 200 });
    });

    test("is not taken where the parameter closes it", async () => {
      expect((await platform.call(getRegistration, {}, null)).data).toEqual({ isOpen: true, hasMail: true });
      const close = (value: string) =>
        sql`update config set config_value = ${value} where config_key = 'sys.account.registerUser'`.execute(
          platform.db,
        );
      await close("false");
      await platform.restart();
      expect((await platform.call(getRegistration, {}, null)).data.isOpen).toBe(false);
      const body = { username: "late", password };
      expect(await platform.refusal(register, { body }, null)).toMatchObject({ code: 500 });
    });
  },
  { env: smtp.env },
);

function post(body: object): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}
