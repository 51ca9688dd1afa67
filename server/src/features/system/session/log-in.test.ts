import { getInfo, login, logout } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { adminPassword, onPlatform } from "../../../../test/test-platform.ts";

onPlatform("A session", (platform) => {
  test("opens with the right password; blanks around the user name and its case do not matter", async () => {
    const { token } = await platform.logIn("  Admin ", adminPassword);
    const { user, roles, permissions } = await platform.call(getInfo, {}, { token });
    expect(user).toMatchObject({ userName: "admin", deptId: null, avatarUrl: "" });
    expect(roles).toEqual(["admin"]);
    expect(permissions).toEqual(["*:*:*"]);
  });

  test("is refused with code 500 and the same words for a wrong password, an unknown and a disabled user", async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    await platform.db.updateTable("sysUser").set({ status: "1" }).where("id", "=", user.id).execute();
    const wrong = { username: "admin", password: "not the password" };
    const answers = [];
    for (const body of [
      wrong,
      { ...wrong, username: "nobody" },
      { username: user.userName, password: user.password },
    ]) {
      const { requestId: _, ...answer } = await platform.refusal(login, { body }, null);
      answers.push(answer);
    }
    expect(answers[0]).toMatchObject({ code: 500, msg: "Wrong user name or password." });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("is refused for a while from the fifth failure on, even with the right password", async () => {
    const { userName, password } = await platform.addUser({ roles: ["viewer"] });
    for (let attempt = 1; attempt <= 5; attempt++) {
      const refused = await platform.refusal(
        login,
        { body: { username: userName, password: "wrong" } },
        null,
      );
      expect(refused.msg).toBe("Wrong user name or password.");
    }
    const waiting = await platform.refusal(login, { body: { username: userName, password } }, null);
    expect(waiting.msg).toMatch(/^Too many failed attempts. Try again in [1-5] s\.$/);
    const key = `${userName}|127.0.0.1`;
    await platform.db
      .updateTable("loginFailure")
      .set({ lastAt: new Date(Date.now() - 6000) })
      .where("key", "=", key)
      .execute();
    await platform.logIn(userName, password);
    const left = await platform.db.selectFrom("loginFailure").select("key").where("key", "=", key).execute();
    expect(left).toEqual([]);
  });

  test("ends at once with a log-out, which answers 200 to a dead token and to none", async () => {
    const session = await platform.logIn("admin", adminPassword);
    await platform.call(logout, {}, session);
    expect(await platform.refusal(getInfo, {}, session)).toMatchObject({ code: 401 });
    await platform.call(logout, {}, session);
    await platform.call(logout, {}, null);
  });

  test("that is bound to a cookie is nothing without it, or with another one", async () => {
    const body = { username: "admin", password: adminPassword, bind: true };
    const answer = await platform.ask(login, { body }, null);
    const token = String(answer.body["token"]);
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^tw-session=[\w-]{43}; Path=\/prod-api; HttpOnly; SameSite=Strict$/);
    const own = cookie.split(";")[0] ?? "";
    await platform.call(getInfo, {}, { token, cookie: `lang=en; ${own}` });
    expect(await platform.refusal(getInfo, {}, { token })).toMatchObject({ code: 401 });
    const foreign = { token, cookie: `tw-session=${"a".repeat(43)}` };
    expect(await platform.refusal(getInfo, {}, foreign)).toMatchObject({ code: 401 });
  });

  test("is never opened by its cookie alone", async () => {
    const body = { username: "admin", password: adminPassword, bind: true };
    const answer = await platform.ask(login, { body }, null);
    const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const alone = await platform.request("/getInfo", { headers: { cookie } });
    expect(alone.body).toMatchObject({ code: 401 });
  });

  test("of a user who is disabled is refused at the next request", async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    await platform.call(getInfo, {}, user);
    await platform.db.updateTable("sysUser").set({ status: "1" }).where("id", "=", user.id).execute();
    expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
  });

  test("has lost a role's permissions at the next request after the role is taken", async () => {
    const user = await platform.addUser({ roles: ["operator"] });
    const before = await platform.call(getInfo, {}, user);
    expect(before.permissions).toContain("device:sampler:command");
    await platform.db.deleteFrom("userRole").where("userId", "=", user.id).execute();
    const { roles, permissions } = await platform.call(getInfo, {}, user);
    expect({ roles, permissions }).toEqual({ roles: ["ROLE_DEFAULT"], permissions: [] });
  });

  test("expires", async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    await platform.db
      .updateTable("session")
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where("userId", "=", user.id)
      .execute();
    expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
  });

  test("survives a restart of the platform", async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    await platform.restart();
    expect((await platform.call(getInfo, {}, user)).user.userName).toBe(user.userName);
  });

  test("is not opened by an authorization of another shape", async () => {
    for (const authorization of ["", "Bearer", "Bearer x", "Basic YTpi", `Bearer ${"é".repeat(30)}`]) {
      const { body } = await platform.request("/getInfo", {
        headers: { authorization: Buffer.from(authorization).toString("latin1") },
      });
      expect(body).toMatchObject({ code: 401 });
    }
  });
});
