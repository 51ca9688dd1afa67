import { endOnline, listOnline } from "@tracewater/contract/system/online";
import { getInfo, login } from "@tracewater/contract/system/session";
import { expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { adminPassword, onPlatform } from "../../../../test/test-platform.ts";

onPlatform("Online sessions", (platform) => {
  const sessionOf = async (userName: string) => {
    const { rows } = await platform.call(listOnline, { query: { userName } }, await platform.admin());
    return rows.map((row) => row.tokenId);
  };

  test("report whose they are, from where, with what, and whether a browser's cookie is asked for", async () => {
    const headers = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/143.0 Safari/537.36" };
    const bound = { body: { username: "admin", password: adminPassword, bind: true } };
    await platform.ask(login, bound, null, headers);
    const { rows } = await platform.call(
      listOnline,
      { query: { userName: "admin" } },
      await platform.admin(),
    );
    expect(rows.find((row) => row.bound)).toMatchObject({
      browser: "Chrome 143",
      os: "Windows",
      ipaddr: "127.0.0.1",
      current: false,
    });
    expect(rows.filter((row) => row.current)).toHaveLength(1);
    const none = await platform.call(
      listOnline,
      { query: { userName: "admin", ipaddr: "10.9." } },
      await platform.admin(),
    );
    expect(none).toEqual({ rows: [], total: 0 });
  });

  test("are ended: the next call is refused, the open console hears it at once", async () => {
    const user = await platform.addUser({ roles: ["viewer"] });
    const live = await listenLive(platform.url, user, "");
    await eventually(() => live.of("hello").length).toBe(1);
    const ids = (await sessionOf(user.userName)).join(",");
    await platform.call(endOnline, { params: { ids } }, await platform.admin());
    await eventually(() => live.isOpen()).toBe(false);
    expect(live.of("sessionEnded")).toHaveLength(1);
    expect(await platform.refusal(getInfo, {}, user)).toMatchObject({ code: 401 });
    expect(await platform.refusal(endOnline, { params: { ids } }, await platform.admin())).toMatchObject({
      code: 404,
    });
  });

  test("are seen and ended by a unit's administrator in their unit alone, and never of who holds more", async () => {
    const unitId = await platform.addUnit("Own");
    const chief = await platform.addUser({ unitId, roles: ["unitAdmin"] });
    const boss = await platform.addUser({ unitId, roles: ["admin"] });
    const foreign = await platform.addUser({ unitId: await platform.addUnit("Foreign"), roles: ["viewer"] });
    const { rows } = await platform.call(listOnline, { query: { pageSize: 500 } }, chief);
    expect(rows.map((row) => row.userName).sort()).toEqual([chief.userName, boss.userName].sort());
    const end = async (userName: string) =>
      (await platform.refusal(endOnline, { params: { ids: (await sessionOf(userName)).join(",") } }, chief))
        .code;
    expect(await end(foreign.userName)).toBe(404);
    expect(await end(boss.userName)).toBe(403);
    await platform.call(getInfo, {}, boss);
  });

  test("are nothing for anyone who has no permission", async () => {
    const viewer = await platform.addUser({ roles: ["viewer"] });
    expect(await platform.refusal(listOnline, {}, viewer)).toMatchObject({ code: 403 });
    expect(await platform.refusal(endOnline, { params: { ids: "1" } }, viewer)).toMatchObject({ code: 403 });
  });
});
