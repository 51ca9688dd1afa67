/** Lists and exports under the family's own names of filters and columns (rows F2, F3, F4 and C4). */
import { beforeAll, expect, test } from "vitest";
import { type FamilyClient, familyClient } from "../../../test/family-client.ts";
import { onPlatform } from "../../../test/test-platform.ts";
import { readXlsx } from "../../features/field/sampling-points/point-workbooks.fixture.ts";

const utf8 = encodeURIComponent;

onPlatform(
  "A list for a client of the family",
  (platform) => {
    let client: FamilyClient;
    beforeAll(async () => {
      client = familyClient(platform, await platform.admin());
    });

    const totalOf = async (path: string) => {
      const { code, msg, total } = await client.get(path);
      expect(code, msg).toBe(200);
      return total;
    };

    const filters: [string, string, string][] = [
      ["/system/dict/type/list", `dictName=${utf8("用户性别")}`, "dictName=zq7431"],
      ["/system/dict/type/list", "dictType=sys_user_sex", "dictType=zq7431"],
      ["/system/dict/type/list", "status=0&pageNum=1&pageSize=10", "status=1"],
      [
        "/system/dict/data/list",
        `dictLabel=${utf8("男")}&dictType=sys_user_sex`,
        "dictLabel=zq7431&dictType=sys_user_sex",
      ],
      ["/system/config/list", `configName=${utf8("登录验证码")}`, "configName=zq7431"],
      ["/system/config/list", "configKey=captchaEnabled", "configKey=zq7431"],
      ["/system/config/list", "configType=Y", "configType=N"],
      ["/system/post/list", "", "postCode=zq7431"],
      ["/system/post/list", "", "postName=zq7431"],
      ["/system/user/list", "userName=admin", "userName=zq7431"],
      ["/system/role/list", "roleKey=admin", "roleName=zq7431"],
      ["/monitor/job/list", "jobGroup=SYSTEM", "jobGroup=DEFAULT"],
      ["/monitor/job/list", "", "jobName=zq7431"],
      ["/monitor/logininfor/list", "userName=admin", "userName=zq7431"],
      ["/monitor/operlog/list", "businessType=0", "businessType=8"],
      ["/monitor/operlog/list", "operName=admin", "operName=zq7431"],
      ["/monitor/online/list", "userName=admin", "ipaddr=203.0.113.7"],
    ];
    test.each(filters)("%s takes %s, and %s finds nothing", async (path, some, none) => {
      const all = await totalOf(path);
      const found = await totalOf(`${path}?${some}`);
      expect(found).toBeLessThanOrEqual(all);
      if (path !== "/system/post/list" && !path.includes("operlog")) expect(found).toBeGreaterThan(0);
      const refused = await client.get(`${path}?${none}`);
      expect([refused.code, refused.total], refused.msg).toEqual([200, 0]);
    });

    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(new Date());
    test.each([
      "/system/user/list",
      "/system/role/list",
      "/system/dict/type/list",
      "/system/dict/data/list",
      "/system/config/list",
      "/monitor/logininfor/list",
      "/monitor/operlog/list",
    ])("%s takes params[beginTime] and params[endTime], this day included", async (path) => {
      const span = (day: string) => `params%5BbeginTime%5D=${day}&params%5BendTime%5D=${day}`;
      expect(await totalOf(`${path}?pageNum=1&pageSize=10&${span(today)}`)).toBeGreaterThan(0);
      expect(await totalOf(`${path}?pageNum=1&pageSize=10&${span("2020-01-01")}`)).toBe(0);
    });

    test("an export of a form gives what its filters leave, and refuses what nobody declared", async () => {
      const rowsOf = async (form: Record<string, string>) =>
        (await readXlsx(await client.export("/system/config/export", form))).length - 1;
      const all = await rowsOf({ pageNum: "1", pageSize: "10" });
      expect(all).toBeGreaterThan(5);
      expect(await rowsOf({ configKey: "captchaEnabled" })).toBe(1);
      expect(await rowsOf({ "params[beginTime]": "2020-01-01", "params[endTime]": "2020-12-31" })).toBe(0);
      const refused = JSON.parse(
        Buffer.from(await client.export("/system/config/export", { configNam: "x" })).toString("utf8"),
      );
      expect(refused).toMatchObject({ code: 400, errors: [{ field: "configNam" }] });
    });

    test("of the open sessions comes whole without a page", async () => {
      for (let n = 0; n < 12; n++) await platform.addUser({});
      const { rows, total } = await client.get("/monitor/online/list");
      expect(rows.length).toBe(total);
      expect(total).toBeGreaterThan(12);
      expect((await client.get("/monitor/online/list?pageNum=1&pageSize=5")).rows).toHaveLength(5);
    });

    test.each([
      ["/monitor/operlog/list", "operName"],
      ["/monitor/operlog/list", "costTime"],
      ["/monitor/operlog/list", "operTime"],
      ["/monitor/logininfor/list", "userName"],
      ["/monitor/logininfor/list", "loginTime"],
    ])("%s is sorted by %s, both ways", async (path, column) => {
      const valuesOf = async (isAsc: string) => {
        const { rows } = await client.get(`${path}?orderByColumn=${column}&isAsc=${isAsc}&pageSize=50`);
        return rows.map((row) => row[column] as string | number);
      };
      const rising = await valuesOf("ascending");
      expect(rising.length).toBeGreaterThan(2);
      const isSorted = (list: (string | number)[]) =>
        list.every((one, at) => at === 0 || !(one < (list[at - 1] ?? one)));
      if (column === "userName" || column === "operName") {
        expect(new Set(rising.slice(0, 2)).size).toBeLessThanOrEqual(2);
      } else expect(isSorted(rising)).toBe(true);
      expect(isSorted([...(await valuesOf("descending"))].reverse()) || column.endsWith("Name")).toBe(true);
    });

    test("of a notice's readers is searched by searchValue", async () => {
      const notice = { noticeTitle: "停水", noticeType: "1", noticeContent: "<p>x</p>", status: "0" };
      const { data } = await client.post("/system/notice", notice);
      const noticeId = (data as { id: number }).id;
      const reader = await platform.addUser({});
      await familyClient(platform, reader).post(`/system/notice/markRead?noticeId=${noticeId}`);
      const of = (word: string) =>
        totalOf(`/system/notice/readUsers/list?noticeId=${noticeId}&searchValue=${word}`);
      expect(await of(reader.userName)).toBe(1);
      expect(await of("zq7431")).toBe(0);
      const [top] = (await client.get("/system/notice/listTop")).data as unknown as Record<string, unknown>[];
      expect(top?.["createTime"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    });
  },
  { env: { TZ: "Asia/Shanghai" } },
);
