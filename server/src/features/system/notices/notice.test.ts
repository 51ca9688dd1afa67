import {
  addNotice,
  changeNotice,
  getNotice,
  listMyNotices,
  listNoticeReaders,
  listNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
  type NoticeBody,
  publishNotice,
  removeNotices,
} from "@tracewater/contract/system/notices";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import type { Session } from "../../../../test/test-http.ts";
import { listenLive } from "../../../../test/test-live.ts";
import { onPlatform } from "../../../../test/test-platform.ts";

const nobodysId = 2_000_000_000;
const spoilt = `<p onclick="alert(1)">a</p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a>`;

onPlatform("A notice", (platform) => {
  let north = 0;
  let northLab = 0;
  let south = 0;
  let admin: Session = { token: "" };
  let unitAdmin: Session = { token: "" };
  let inLab: Session = { token: "" };
  let inSouth: Session = { token: "" };

  beforeAll(async () => {
    admin = await platform.admin();
    north = await platform.addUnit("North");
    northLab = await platform.addUnit("North laboratory", north);
    south = await platform.addUnit("South");
    unitAdmin = await platform.addUser({ unitId: north, roles: ["unitAdmin"] });
    inLab = await platform.addUser({ unitId: northLab, roles: ["viewer"] });
    inSouth = await platform.addUser({ unitId: south });
  });

  const body = (over: Partial<NoticeBody> = {}) => ({
    noticeTitle: "Maintenance",
    noticeContent: "<p>Tonight</p>",
    status: "0" as const,
    ...over,
  });
  const add = async (over: Partial<NoticeBody> = {}, as = admin) =>
    (await platform.call(addNotice, { body: body(over) }, as)).data.id;
  const seenBy = async (as: Session) =>
    (await platform.call(listMyNotices, { query: { pageSize: 100 } }, as)).rows.map((row) => row.noticeId);
  const unreadOf = async (as: Session) => (await platform.call(listTopNotices, {}, as)).unreadCount;

  test("to everybody reaches everybody, to a unit those in it and below, to administrators them alone", async () => {
    const all = await add();
    const units = await add({ audience: "units", unitIds: [north] });
    const own = await add({ audience: "administrators" });
    expect(await seenBy(admin)).toEqual([own, all]);
    expect(await seenBy(inLab)).toEqual([units, all]);
    expect(await seenBy(inSouth)).toEqual([all]);
  });

  test("that is a draft reaches nobody until it is published, and nobody after it is taken back", async () => {
    const id = await add({ status: "1" });
    expect(await seenBy(inSouth)).not.toContain(id);
    await platform.call(publishNotice, { body: { noticeId: id } }, admin);
    expect((await seenBy(inSouth))[0]).toBe(id);
    await platform.call(changeNotice, { body: { ...body({ status: "1" }), noticeId: id } }, admin);
    expect(await seenBy(inSouth)).not.toContain(id);
  });

  test("counts as unread until it is read, and reports who read it", async () => {
    await platform.call(markAllNoticesRead, {}, inLab);
    expect(await unreadOf(inLab)).toBe(0);
    const ids = [await add(), await add(), await add(), await add(), await add(), await add()];
    const top = await platform.call(listTopNotices, {}, inLab);
    expect(top.unreadCount).toBe(6);
    expect(top.data.map((one) => one.noticeId)).toEqual(ids.slice(1).reverse());
    const query = { noticeId: ids[5] ?? 0 };
    await platform.call(markNoticeRead, { query }, inLab);
    await platform.call(markNoticeRead, { query }, inLab);
    expect(await unreadOf(inLab)).toBe(5);
    const unread = await platform.call(listMyNotices, { query: { unread: "0" } }, inLab);
    expect(unread.total).toBe(5);
    const readers = await platform.call(listNoticeReaders, { query }, admin);
    expect(readers).toMatchObject({ total: 1, rows: [{ deptName: "North laboratory" }] });
    expect((await platform.call(getNotice, { params: { id: query.noticeId } }, admin)).data).toMatchObject({
      readCount: 1,
    });
  });

  test("is cleaned before it is kept, and again before it is given", async () => {
    const id = await add({ noticeContent: spoilt });
    const { rows } = await sql<{ content: string }>`select content from notice where id = ${id}`.execute(
      platform.db,
    );
    const kept = '<p>a</p><a rel="noopener noreferrer nofollow" target="_blank">b</a>';
    expect(rows[0]?.content).toBe(kept);
    await sql`update notice set content = ${spoilt}, content_zh = ${spoilt} where id = ${id}`.execute(
      platform.db,
    );
    const given = [
      (await platform.call(getNotice, { params: { id } }, admin)).data.noticeContent,
      (await platform.call(getNotice, { params: { id } }, admin)).data.noticeContentZh,
      (await platform.call(listNotices, {}, admin)).rows[0]?.noticeContent,
      (await platform.call(listTopNotices, {}, inSouth)).data[0]?.noticeContent,
      (await platform.call(listMyNotices, {}, inSouth)).rows[0]?.noticeContent,
    ];
    expect(given).toEqual(Array(5).fill(kept));
    await platform.call(removeNotices, { params: { ids: String(id) } }, admin);
  });

  test("is given in the reader's language where it has one", async () => {
    await add({ noticeTitleZh: "系统维护", noticeContentZh: "<p>今晚</p>" });
    const zh = await platform.ask(listTopNotices, {}, inSouth, { "accept-language": "zh-CN" });
    expect(zh.body).toMatchObject({
      data: [{ noticeTitle: "系统维护", noticeContent: "<p>今晚</p>" }, {}, {}, {}, {}],
    });
    expect((await platform.call(listTopNotices, {}, inSouth)).data[0]?.noticeTitle).toBe("Maintenance");
  });

  test("of a unit's administrator reaches their units and no others", async () => {
    const everybody = await platform.refusal(addNotice, { body: body() }, unitAdmin);
    expect(everybody).toMatchObject({ code: 400, errors: [{ field: "audience" }] });
    const others = body({ audience: "units", unitIds: [northLab, south] });
    const nobodys = body({ audience: "units", unitIds: [northLab, nobodysId] });
    const refused = await platform.refusal(addNotice, { body: others }, unitAdmin);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "unitIds" }] });
    const same = await platform.refusal(addNotice, { body: nobodys }, unitAdmin);
    expect({ ...same, requestId: "" }).toEqual({ ...refused, requestId: "" });
    const id = await add({ audience: "units", unitIds: [northLab] }, unitAdmin);
    expect(await seenBy(inLab)).toContain(id);
    expect(await seenBy(inSouth)).not.toContain(id);
    const { rows } = await platform.call(listNotices, { query: { pageSize: 100 } }, unitAdmin);
    expect(rows.every((row) => row.audience === "units" && !row.unitIds.includes(south))).toBe(true);
  });

  test("of others answers exactly as nobody's", async () => {
    const foreign = await add({ audience: "units", unitIds: [south] });
    const shared = await add({ audience: "units", unitIds: [south, north] });
    const answers = async (id: number) =>
      Promise.all([
        platform.refusal(getNotice, { params: { id } }, unitAdmin),
        platform.refusal(changeNotice, { body: { ...body(), noticeId: id } }, unitAdmin),
        platform.refusal(publishNotice, { body: { noticeId: id } }, unitAdmin),
        platform.refusal(removeNotices, { params: { ids: id } }, unitAdmin),
        platform.refusal(listNoticeReaders, { query: { noticeId: id } }, unitAdmin),
      ]).then((all) => all.map((one) => ({ ...one, requestId: "" })));
    const nobodys = await answers(nobodysId);
    expect(nobodys.map((one) => one.code)).toEqual([404, 404, 404, 404, 404]);
    expect(await answers(foreign)).toEqual(nobodys);
    expect(await answers(shared)).toEqual(nobodys);
    const unread = await platform.refusal(markNoticeRead, { query: { noticeId: foreign } }, inLab);
    expect(unread).toMatchObject({ code: 404 });
  });

  test.each([
    ["noticeTitle", { noticeTitle: " " }],
    ["noticeType", { noticeType: "3" as "1" }],
    ["noticeContent", { noticeContent: "<script>a</script>" }],
    ["unitIds", { audience: "units" as const, unitIds: [] }],
  ])("is refused by its field %s", async (field, wrong) => {
    expect(await platform.refusal(addNotice, { body: body(wrong) }, admin)).toMatchObject({
      code: 400,
      errors: [{ field }],
    });
  });

  test("is reported to open consoles at once", async () => {
    const live = await listenLive(platform.url, inSouth, "");
    await add();
    await eventually(() => live.of("notice").length).toBe(1);
    live.close();
  });

  test("asks for a session, and for permissions where it is managed", async () => {
    const input = { params: { id: 1, ids: 1 }, query: { noticeId: 1 } };
    for (const call of [listNotices, getNotice, addNotice, changeNotice, publishNotice, removeNotices]) {
      expect(await platform.refusal(call, input, inLab)).toMatchObject({ code: 403 });
    }
    for (const call of [listTopNotices, listMyNotices, markNoticeRead, markAllNoticesRead]) {
      expect(await platform.refusal(call, input, null)).toMatchObject({ code: 401 });
    }
  });
});
