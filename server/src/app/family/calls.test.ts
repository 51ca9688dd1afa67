/** Calls and shapes that clients of the family rely on (rows F5, F6, F7 and F10 to F13). */
import { beforeAll, expect, test } from "vitest";
import { type FamilyClient, familyClient } from "../../../test/family-client.ts";
import { onPlatform } from "../../../test/test-platform.ts";
import { makeWorkbook } from "../../platform/xlsx/fixed-workbook.ts";

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

onPlatform("For a client of the family", (platform) => {
  let client: FamilyClient;
  beforeAll(async () => {
    client = familyClient(platform, await platform.admin());
  });

  test("an absent parameter is an empty one", async () => {
    expect(await client.get("/system/config/configKey/sys.no.such")).toMatchObject({ code: 200, msg: "" });
    expect(await client.get("/system/config/configKey/sys.account.captchaEnabled")).toMatchObject({
      msg: "true",
    });
    expect((await client.remove("/system/config/refreshCache")).code).toBe(200);
  });

  test("an import says in words what it did, and with refused rows it is a failure with the faults in HTML", async () => {
    const sheet = async (rows: string[][]) => {
      const form = new FormData();
      const columns = ["用户名", "姓名"].map((head) => ({ head, width: 20 }));
      const bytes = await makeWorkbook([{ name: "users", columns, rows }], new Date(0));
      form.append("file", new File([new Uint8Array(bytes)], "users.xlsx"));
      return client.upload("/v2/admin/system/user/importData?updateSupport=0", form);
    };
    const good = await sheet([["family_one", "一号"]]);
    expect(good).toMatchObject({ code: 200, data: { added: 1, refused: 0 } });
    expect(good.msg).toMatch(/导入成功.*1 行/);
    const bad = await sheet([
      ["family_two", "二号"],
      ["<b>", "三号"],
    ]);
    expect(bad).toMatchObject({ code: 500, data: { added: 1, refused: 1 } });
    expect(bad.msg).toMatch(/1 行未导入.*<br\/>第 3 行/);
    expect(bad.msg).not.toContain("<b>");
  });

  test("a row of the operation log has the family's fields, with a number for its status", async () => {
    await client.post("/system/post", { postCode: "famP", postName: "岗位", postSort: 1, status: "0" });
    const { rows } = await client.get("/monitor/operlog/list?businessType=1&title=addPost");
    expect(rows[0]).toMatchObject({ status: 0, businessType: 1, method: "addPost()", requestMethod: "POST" });
    expect(JSON.parse(String(rows[0]?.["jsonResult"]))).toMatchObject({ code: 200 });
    expect(String(rows[0]?.["operParam"])).toContain("famP");
    expect(rows[0]).toHaveProperty("operLocation", "内网IP");
    await client.post("/system/post", { postCode: "famP", postName: "岗位", postSort: 1, status: "0" });
    const failed = await client.get("/monitor/operlog/list?status=1&title=addPost");
    expect(failed.rows[0]).toMatchObject({ status: 1 });
    for (const type of ["sys_oper_type", "sys_job_group"]) {
      const { data } = await client.get(`/system/dict/data/type/${type}`);
      expect((data as unknown[]).length).toBeGreaterThan(1);
    }
  });

  test("logs and jobs that nobody deletes or adds answer with a sentence", async () => {
    const jobs = await client.post("/monitor/job", {
      jobName: "x",
      jobGroup: "DEFAULT",
      invokeTarget: "ryTask.ryNoParams",
    });
    const refused = [
      jobs,
      await client.remove("/monitor/job/1"),
      await client.remove("/monitor/operlog/1,2"),
      await client.remove("/monitor/operlog/clean"),
      await client.remove("/monitor/logininfor/clean"),
      await client.remove("/monitor/logininfor/1"),
      await client.remove("/monitor/jobLog/1"),
      await client.remove("/monitor/jobLog/clean"),
      await client.get("/tool/gen/batchGenCode?tables=sys_user"),
      await client.get("/tool/gen/genCode/sys_user"),
    ];
    for (const { code, msg } of refused) {
      expect(code).toBe(500);
      expect(msg).toMatch(/\p{Script=Han}{4,}/u);
    }
  });

  test("departments are sorted with two texts", async () => {
    const unit = await platform.addUnit("排序单位");
    expect(
      (await client.put("/system/dept/updateSort", { deptIds: String(unit), orderNums: "42" })).code,
    ).toBe(200);
    expect((await client.get(`/system/dept/${unit}`)).data).toMatchObject({ orderNum: 42 });
  });

  test("an account that waits after failed attempts is unlocked, and the screen by one's own password", async () => {
    const user = await platform.addUser({});
    const wrong = { username: user.userName, password: "wrong", code: "", uuid: "" };
    for (let n = 0; n < 6; n++) await client.postRoot("/login", wrong);
    expect((await client.postRoot("/login", { ...wrong, password: user.password })).code).toBe(500);
    expect((await client.get(`/monitor/logininfor/unlock/${user.userName}`)).code).toBe(200);
    expect((await client.postRoot("/login", { ...wrong, password: user.password })).code).toBe(200);
    const own = familyClient(platform, user);
    expect((await own.postRoot("/unlockscreen", { password: user.password })).code).toBe(200);
    expect(await own.postRoot("/unlockscreen", { password: "guessed" })).toMatchObject({ code: 500 });
  });

  test("documents and several files are uploaded, and fetched by the name that the upload answered", async () => {
    const form = new FormData();
    form.append("file", new File(["%PDF-1.7 监测报告"], "报告.pdf"));
    const { code, fileName, originalFilename, msg } = await client.upload("/common/upload", form);
    expect({ code, originalFilename }, msg).toEqual({ code: 200, originalFilename: "报告.pdf" });
    const address = `/common/download/resource?resource=${encodeURIComponent(String(fileName))}`;
    const session = await platform.admin();
    const response = await fetch(`${platform.url}/prod-api${address}`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(await response.text()).toContain("监测报告");
    const many = new FormData();
    many.append("files", new File(["a;b\n1;2\n"], "a.csv"));
    many.append("files", new File(["一"], "b.txt"));
    const several = await client.upload("/common/uploads", many);
    expect(String(several["fileNames"]).split(",")).toHaveLength(2);
    expect(several["originalFilenames"]).toBe("a.csv,b.txt");
    const bad = new FormData();
    bad.append("file", new File(["<script>"], "x.pdf"));
    expect(await client.upload("/common/upload", bad)).toMatchObject({
      code: 400,
      errors: [{ field: "file" }],
    });
    expect(
      (await client.getRoot("/common/download/resource?resource=/profile/upload/../../secret")).code,
    ).toBe(404);
  });

  test("schedules are written in six and seven parts; seconds other than 0 are refused with the reason", async () => {
    const { rows } = await client.get("/monitor/job/list");
    const job = rows[0] ?? {};
    expect(job).toMatchObject({ jobGroup: "SYSTEM", concurrent: "1" });
    const body = { ...job, cronExpression: "0 0/10 * * * ?" };
    expect((await client.put("/monitor/job", body)).code).toBe(200);
    expect((await client.get(`/monitor/job/${job["jobId"]}`)).data).toMatchObject({
      cronExpression: "0-59/10 * * * *",
    });
    const seconds = await client.put("/monitor/job", { ...job, cronExpression: "0/10 * * * * ?" });
    expect(seconds).toMatchObject({ code: 400, errors: [{ field: "cronExpression" }] });
    expect(seconds.msg).toContain("秒");
    await client.put("/monitor/job/run", { jobId: job["jobId"] });
    const log = await client.get("/monitor/jobLog/list?jobGroup=SYSTEM");
    expect(log.rows[0]).toMatchObject({ jobGroup: "SYSTEM", createTime: expect.stringMatching(moment) });
    expect(log.rows[0]).toHaveProperty("endTime");
  });

  test("the server's state is drawn from cpu, mem, sys and sysFiles", async () => {
    const { data } = await client.get("/monitor/server");
    expect(data).toMatchObject({
      cpu: {
        cpuNum: expect.any(Number),
        used: expect.any(Number),
        sys: expect.any(Number),
        free: expect.any(Number),
      },
      mem: {
        total: expect.any(Number),
        used: expect.any(Number),
        free: expect.any(Number),
        usage: expect.any(Number),
      },
      sys: { computerName: expect.any(String), osName: expect.any(String), osArch: expect.any(String) },
      sysFiles: [{ dirName: "data", total: expect.stringMatching(/GB$/), usage: expect.any(Number) }],
    });
  });

  test("who is logged in is told whether their password is their own; users show who added them, from where they came", async () => {
    expect(await client.getRoot("/getInfo")).toMatchObject({
      isDefaultModifyPwd: false,
      isPasswordExpired: false,
    });
    const user = {
      userName: "family_new",
      nickName: "新人",
      password: "a long enough word 77",
      roleIds: [],
      postIds: [],
    };
    const { data } = await client.post("/system/user", user);
    const { id } = data as { id: number };
    await client.put("/system/user/changeStatus", { userId: id, status: "1" });
    const { rows } = await client.get("/system/user/list?userName=family_new");
    expect(rows[0]).toMatchObject({
      createBy: "admin",
      updateTime: expect.stringMatching(moment),
      loginIp: "",
    });
    const [own] = (await client.get("/system/user/list?userName=admin")).rows;
    expect(own).toMatchObject({ loginIp: expect.stringMatching(/127\.0\.0\.1|::1/) });
  });
});
