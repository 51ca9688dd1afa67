import { unlockLogIn } from "@tracewater/contract/system/login-log";
import { changeOwnPassword } from "@tracewater/contract/system/profile";
import { getInfo, login, setup } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onPlatform, type TestPlatform } from "../../../../test/test-platform.ts";

const wrongText = "Wrong user name or password.";
const waits = /^Too many failed attempts\. Try again in \d+ s\.$/;
/** Each test comes from addresses of its own, as if through a proxy. */
const env = { TRUSTED_PROXIES: "loopback" };
const from = (address: string) => ({ "x-forwarded-for": address });

onPlatform(
  "Who guesses passwords",
  (platform) => {
    const guess = async (username: string, password: string, address: string) =>
      (await platform.ask(login, { body: { username, password } }, null, from(address))).body;

    test("has five tries of 60 that come at once; the other 55 wait", async () => {
      const { userName } = await platform.addUser({});
      const said = await Promise.all(
        Array.from({ length: 60 }, (_, at) => guess(userName, `guess number ${at}`, "192.0.2.1")),
      );
      expect(said.filter(({ msg }) => msg === wrongText)).toHaveLength(5);
      expect(said.filter(({ msg }) => waits.test(msg))).toHaveLength(55);
    });

    test("waits after 20 wrong tries, while the owner's live session goes on as before", async () => {
      const user = await platform.addUser({ roles: ["viewer"] });
      const said = [];
      for (let at = 0; at < 20; at++) {
        said.push(await guess(user.userName, `guess ${at}`, "192.0.2.21"));
        await sql`update login_failure set last_at = now()`.execute(platform.db); // however slow the machine is
      }
      expect(said.filter(({ msg }) => waits.test(msg))).toHaveLength(15);
      expect((await platform.call(getInfo, {}, user)).roles).toContain("viewer");
    });

    test("is not let in with the right password once five tries are counted, though none is answered yet", async () => {
      const { userName, password } = await platform.addUser({});
      const wrong = Array.from({ length: 59 }, (_, at) => guess(userName, `guess number ${at}`, "192.0.2.2"));
      await eventually(() => failuresOf(platform, `${userName}|192.0.2.2`)).toBe(5);
      expect((await guess(userName, password, "192.0.2.2")).msg).toMatch(waits);
      await Promise.all(wrong);
    });

    test("is hindered with one password and a hundred names too", async () => {
      const said = await Promise.all(
        Array.from({ length: 100 }, (_, at) => guess(`somebody${at}`, "Summer of 1969", "192.0.2.3")),
      );
      expect(said.filter(({ msg }) => msg === wrongText)).toHaveLength(20);
      // Who found a place in the line of their address waits, the others were sent away at once.
      const waiting = said.filter(({ msg }) => waits.test(msg));
      expect(waiting.length).toBeGreaterThan(0);
      expect(waiting.length + said.filter(({ code }) => code === 429).length).toBe(80);
    });

    test("waits at every address after a hundred failures, except at that of an open session of the user", async () => {
      const user = await platform.addUser({});
      await platform.db
        .updateTable("loginFailure")
        .set({ failures: 101, lastAt: new Date() })
        .where("key", "=", `@account ${user.userName}`)
        .execute();
      expect((await guess(user.userName, user.password, "198.51.100.1")).msg).toMatch(waits);
      // Their session came from the loopback address.
      expect((await guess(user.userName, user.password, "127.0.0.1")).code).toBe(200);
    });

    test("finds all addresses of one IPv6 network counted as one", async () => {
      const { userName } = await platform.addUser({});
      const said = await Promise.all(
        Array.from({ length: 8 }, (_, at) => guess(userName, "a wrong one", `2001:db8:0:1::${at + 1}`)),
      );
      expect(said.filter(({ msg }) => msg === wrongText)).toHaveLength(5);
    });

    test("waits as well where a session guesses its own password", async () => {
      const user = await platform.addUser({});
      const body = { oldPassword: "a wrong one", newPassword: "quite another secret 5" };
      const said = await Promise.all(
        Array.from({ length: 12 }, () => platform.refusal(changeOwnPassword, { body }, user)),
      );
      expect(said.filter(({ msg }) => msg === "The old password is wrong.")).toHaveLength(5);
      expect(said.every(({ errors }) => errors?.[0]?.field === "oldPassword")).toBe(true);
    });

    test("a success gives the try back, and only that one to the address", async () => {
      const user = await platform.addUser({});
      const address = "192.0.2.9";
      for (let time = 0; time < 3; time++) await guess("nobody at all", "wrong", address);
      for (let time = 0; time < 8; time++)
        expect((await guess(user.userName, user.password, address)).code).toBe(200);
      expect(await failuresOf(platform, `@address ${address}`)).toBe(3);
      expect(await failuresOf(platform, `${user.userName}|${address}`)).toBeNull();
    });

    test("an administrator ends the wait of a user, who comes in at once", async () => {
      const user = await platform.addUser({ unitId: await platform.unit() });
      for (let time = 0; time < 6; time++) await guess(user.userName, "wrong", "192.0.2.20");
      expect((await guess(user.userName, user.password, "192.0.2.20")).msg).toMatch(waits);
      const input = { params: { userName: user.userName } };
      expect(await platform.refusal(unlockLogIn, input, user)).toMatchObject({ code: 403 });
      await platform.call(unlockLogIn, input, await platform.admin());
      expect((await guess(user.userName, user.password, "192.0.2.20")).code).toBe(200);
      const unknown = { params: { userName: "nobody" } };
      expect(await platform.refusal(unlockLogIn, unknown, await platform.admin())).toMatchObject({
        code: 404,
      });
    });

    test("holds nobody else up: of one address one password is looked at at a time", async () => {
      const user = await platform.addUser({});
      let open = 18;
      const many = Array.from({ length: open }, (_, at) =>
        guess(`anybody${at}`, "wrong", "203.0.113.5").then(() => {
          open -= 1;
        }),
      );
      await eventually(() => failuresOf(platform, "anybody17|203.0.113.5")).toBe(1);
      expect((await guess(user.userName, user.password, "203.0.113.6")).code).toBe(200);
      expect(open).toBeGreaterThan(5);
      await Promise.all(many);
    });

    test("is answered with a time to come back where too many passwords wait, and that counts as no failure", async () => {
      const crowd = Array.from({ length: 200 }, (_, at) => `10.1.${at}.1`);
      const answers = await Promise.all(
        crowd.map((address) =>
          platform.ask(login, { body: { username: "anybody", password: "wrong" } }, null, from(address)),
        ),
      );
      const busy = crowd.flatMap((address, at) => (answers[at]?.status === 429 ? [{ address, at }] : []));
      expect(busy.length).toBeGreaterThan(0);
      for (const { address, at } of busy) {
        expect(Number(answers[at]?.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(answers[at]?.body).toMatchObject({ code: 429 });
        expect(await failuresOf(platform, `anybody|${address}`)).toBe(0);
      }
    });
  },
  { env },
);

onPlatform(
  "Who guesses the set-up code",
  (platform) => {
    test("has five tries of 20 that come at once", async () => {
      const body = {
        code: "AAAAA-AAAAA-AAAAA-AAAAA",
        username: "root",
        password: "correct horse battery 44",
      };
      const said = await Promise.all(
        Array.from({ length: 20 }, () => platform.refusal(setup, { body }, null)),
      );
      expect(said.filter(({ msg }) => msg === "The set-up code is wrong.")).toHaveLength(5);
    });
  },
  { env: { ADMIN_PASSWORD: "" } },
);

async function failuresOf(platform: TestPlatform, key: string): Promise<number | null> {
  const found = await platform.db
    .selectFrom("loginFailure")
    .select("failures")
    .where("key", "=", key)
    .executeTakeFirst();
  return found?.failures ?? null;
}
