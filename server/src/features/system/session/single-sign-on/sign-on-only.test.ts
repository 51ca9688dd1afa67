import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configs } from "@tracewater/contract/system/config";
import { listLogIns } from "@tracewater/contract/system/login-log";
import { removePasskey } from "@tracewater/contract/system/passkeys";
import { resetSecondFactors } from "@tracewater/contract/system/second-factor";
import { getInfo, login } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addTestPasskey, logInWith } from "../../../../../test/test-passkeys.ts";
import { onPlatform } from "../../../../../test/test-platform.ts";

const file = join(mkdtempSync(join(tmpdir(), "tw-only-")), "providers.json");
const provider = { key: "city", name: { en: "The city", zh: "本市" }, issuer: "https://id.example.org" };
writeFileSync(file, JSON.stringify([{ ...provider, clientId: "tracewater", clientSecret: "a secret" }]));

const consoleFolder = mkdtempSync(join(tmpdir(), "tw-only-pages-"));
for (const name of ["index", "login"]) {
  writeFileSync(join(consoleFolder, `${name}.html`), "<!--tracewater-facts-->");
}

type Platform = Parameters<Parameters<typeof onPlatform>[1]>[0];

const key = "sys.signOn.only";
const body = async (platform: Platform, configValue: string) => {
  const { rows } = await platform.call(
    configs.calls.list,
    { query: { keyword: key } },
    await platform.admin(),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${key} is not built in`);
  return { body: { ...row, configValue } };
};
const set = async (platform: Platform, value: string) =>
  platform.call(configs.calls.change, await body(platform, value), await platform.admin());
const refusal = async (platform: Platform, value: string) =>
  platform.refusal(configs.calls.change, await body(platform, value), await platform.admin());

onPlatform(
  "Log-in by single sign-on alone",
  (platform) => {
    const page = async () => (await fetch(`${platform.url}/login`)).text();

    test("needs two enabled administrators with a passkey, refuses passwords, and keeps those two", async () => {
      const people = [
        await platform.addUser({ roles: ["admin"] }),
        await platform.addUser({ roles: ["admin"] }),
      ] as const;
      const viewer = await platform.addUser({ roles: ["viewer"] });
      const missing = { code: 400, errors: [{ field: "configValue" }] };
      expect(await refusal(platform, "true")).toMatchObject(missing);
      const first = await addTestPasskey(platform, people[0]);
      await addTestPasskey(platform, viewer);
      expect(await refusal(platform, "true")).toMatchObject(missing);
      const second = await addTestPasskey(platform, people[1]);
      await sql`update sys_user set status = '1' where id = ${people[1].id}`.execute(platform.db);
      expect(await refusal(platform, "true")).toMatchObject(missing);
      await sql`update sys_user set status = '0' where id = ${people[1].id}`.execute(platform.db);
      await platform.logIn(viewer.userName, viewer.password);
      await set(platform, "true");

      const { userName: username, password } = viewer;
      const off = "Passwords are switched off here. Log in at your identity provider, or with a passkey.";
      for (const given of [
        { username, password },
        { username, password: "wrong" },
        { username: "nobody at all", password },
      ]) {
        const refused = await platform.refusal(login, { body: given }, null);
        expect(refused).toMatchObject({ code: 500, msg: off });
      }
      const session = await logInWith(platform, first);
      expect(session.body.code, session.body.msg).toBe(200);
      // Open sessions stay open.
      const admin = await platform.admin();
      await platform.call(getInfo, {}, admin);
      const query = { userName: username, reason: "passwordsOff" as const };
      const { rows } = await platform.call(listLogIns, { query }, admin);
      expect(rows).toMatchObject([
        { way: "password", status: "1" },
        { way: "password", status: "1" },
      ]);

      const holder = { token: String(Reflect.get(session.body, "token")) };
      const removal = { params: { id: first.passkeyId } };
      const kept = await platform.refusal(removePasskey, removal, holder);
      expect(kept).toMatchObject({ code: 500, msg: expect.stringContaining("Only two administrators") });
      const reset = { body: { userId: people[1].id } };
      expect(await platform.refusal(resetSecondFactors, reset, admin)).toMatchObject({ code: 500 });
      expect((await logInWith(platform, second)).body.code).toBe(200);

      // An administrator who is gone all the same leaves no locked door.
      await sql`update sys_user set status = '1' where id = ${people[1].id}`.execute(platform.db);
      await platform.logIn(username, password);
      await sql`update sys_user set status = '0' where id = ${people[1].id}`.execute(platform.db);
      expect((await platform.refusal(login, { body: { username, password } }, null)).msg).toBe(off);

      expect(await page()).toContain('"signOnOnly":true');
      await set(platform, "false");
      expect(await page()).not.toContain('"signOnOnly":true');
      await platform.logIn(username, password);
      await platform.call(removePasskey, removal, holder);
    });
  },
  { env: { OIDC_PROVIDERS_FILE: file }, consoleFolder },
);

onPlatform("Without an identity provider", (platform) => {
  test("log-in by password is not switched off", async () => {
    for (const _ of [1, 2]) {
      await addTestPasskey(platform, await platform.addUser({ roles: ["admin"] }));
    }
    expect(await refusal(platform, "true")).toMatchObject({
      ...{ code: 400, errors: [{ field: "configValue", message: expect.stringContaining("OIDC") }] },
    });
    // Whatever somebody wrote into the database: nobody is locked out.
    await sql`update config set config_value = 'true' where config_key = ${key}`.execute(platform.db);
    const user = await platform.addUser({});
    await platform.logIn(user.userName, user.password);
  });
});
