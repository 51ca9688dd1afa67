import { clearConfigCache, configs, getConfigByKey } from "@tracewater/contract/system/config";
import { captchaImage } from "@tracewater/contract/system/session";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Session } from "../../../../test/test-http.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const { add, change, get, list, remove } = configs.calls;

onPlatform("A parameter", (platform) => {
  let admin: Session = { token: "" };
  let viewer: Session = { token: "" };

  beforeAll(async () => {
    admin = await platform.admin();
    viewer = await platform.addUser({ roles: ["viewer"] });
  });

  const find = async (configKey: string) => {
    const { rows } = await platform.call(list, { query: { keyword: configKey } }, admin);
    const found = rows.find((row) => row.configKey === configKey);
    if (found === undefined) throw new Error(`${configKey} is not built in`);
    return found;
  };
  const set = async (configKey: string, configValue: string) =>
    platform.call(change, { body: { ...(await find(configKey)), configValue } }, admin);

  test("that is public is read by every session, in msg and in data", async () => {
    const { body } = await platform.ask(
      getConfigByKey,
      { params: { key: "sys.account.captchaEnabled" } },
      viewer,
    );
    expect(body).toMatchObject({ code: 200, msg: "true", data: "true" });
  });

  test("that is not public answers others as if it did not exist", async () => {
    const secret = { params: { key: "sys.session.lifeHours" } };
    expect((await platform.call(getConfigByKey, secret, admin)).data).toBe("12");
    const none = await platform.call(getConfigByKey, { params: { key: "no.such.key" } }, viewer);
    expect(none).toMatchObject({ msg: "", data: "" });
    expect(await platform.call(getConfigByKey, secret, viewer)).toEqual(none);
    expect(await platform.refusal(getConfigByKey, secret, null)).toMatchObject({ code: 401 });
  });

  test.each([
    ["sys.session.lifeHours", "0"],
    ["sys.session.lifeHours", "twelve"],
    ["sys.session.lifeHours", "1.5"],
    ["sys.account.captchaEnabled", "yes"],
    ["sys.log.messageDays", "-1"],
    ["sys.log.connectionDays", "30"],
    ["sys.server.diskWarnMb", "1"],
  ])("%s is not set to %s", async (key, configValue) => {
    const body = { ...(await find(key)), configValue };
    expect(await platform.refusal(change, { body }, admin)).toMatchObject({
      code: 400,
      errors: [{ field: "configValue" }],
    });
    expect(await find(key)).not.toMatchObject({ configValue });
  });

  test("of the session's life counts for the next log-in", async () => {
    await set("sys.session.lifeHours", "2");
    const user = await platform.addUser({ roles: ["viewer"] });
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from expires_at - created_at)::float8 / 3600 as hours
      from session where user_id = ${user.id}`.execute(platform.db);
    expect(rows[0]?.hours).toBeCloseTo(2, 1);
    await set("sys.session.lifeHours", "12");
  });

  test("keeps its value over a restart, and falls back where the database holds nonsense", async () => {
    await set("sys.log.jobDays", "33");
    await platform.restart();
    expect(await find("sys.log.jobDays")).toMatchObject({ configValue: "33", configType: "0" });
    await sql`update config set config_value = 'lots' where config_key = 'sys.session.lifeHours'`.execute(
      platform.db,
    );
    await platform.call(clearConfigCache, {}, admin);
    expect(await platform.addUser({})).toHaveProperty("token");
    await set("sys.session.lifeHours", "12");
  });

  test("that is built in is neither deleted nor renamed", async () => {
    const found = await find("sys.log.jobDays");
    const gone = await platform.refusal(remove, { params: { ids: found.configId } }, admin);
    expect(gone).toMatchObject({ code: 500 });
    const body = { ...found, configKey: "sys.log.days" };
    expect(await platform.refusal(change, { body }, admin)).toMatchObject({
      errors: [{ field: "configKey" }],
    });
  });

  test("of one's own is added, changed and deleted", async () => {
    const body = { configName: "Hotline", configKey: "our.hotline", configValue: "110" };
    const { data } = await platform.call(add, { body }, admin);
    expect((await platform.call(get, { params: { id: data.id } }, admin)).data).toMatchObject({
      ...body,
      configType: "1",
      isPublic: "1",
    });
    const key = { params: { key: "our.hotline" } };
    expect((await platform.call(getConfigByKey, key, viewer)).data).toBe("");
    const open = { ...body, configId: data.id, configValue: "119", isPublic: "0" as const };
    await platform.call(change, { body: open }, admin);
    expect((await platform.call(getConfigByKey, key, viewer)).data).toBe("119");
    expect(await platform.refusal(add, { body }, admin)).toMatchObject({
      code: 409,
      errors: [{ field: "configKey" }],
    });
    await platform.call(remove, { params: { ids: String(data.id) } }, admin);
    expect((await platform.call(getConfigByKey, key, viewer)).data).toBe("");
  });

  test("is for administrators", async () => {
    for (const call of [list, get, add, change, remove, clearConfigCache]) {
      const input = { params: { id: 1, ids: 1 } };
      expect(await platform.refusal(call, input, viewer)).toMatchObject({ code: 403 });
    }
  });
});

onPlatform(
  "The verification code",
  (platform) => {
    test("is asked for, until the administrator turns it off", async () => {
      expect(await platform.call(captchaImage, {}, null)).toMatchObject({ captchaEnabled: true });
      await sql`update config set config_value = 'false' where config_key = 'sys.account.captchaEnabled'`.execute(
        platform.db,
      );
      await platform.restart();
      expect(await platform.call(captchaImage, {}, null)).toMatchObject({ captchaEnabled: false, img: "" });
      expect(await platform.admin()).toHaveProperty("token");
    });
  },
  { env: { CAPTCHA: "on" } },
);
