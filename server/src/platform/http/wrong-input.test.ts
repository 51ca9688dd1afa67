import { listSamplingPoints } from "@tracewater/contract/field/sampling-points";
import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import { getSeries } from "@tracewater/contract/fleet/telemetry";
import { beforeAll, expect, test } from "vitest";
import { type Answer, bearer, type Session } from "../../../test/test-http.ts";
import { onPlatform } from "../../../test/test-platform.ts";

const family = { family: "waterSample" } as const;
const json = { "content-type": "application/json" };
const add = "/v2/admin/device/waterSample";
const list = `${add}/list`;

onPlatform("Wrong input", (platform) => {
  let admin: Session = { token: "" };
  beforeAll(async () => {
    admin = await platform.admin();
  });
  const send = (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = json,
  ): Promise<Answer> =>
    platform.request(path, { method: "POST", body, headers: { ...bearer(admin), ...headers } });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    platform.request(path, { headers: { ...bearer(admin), ...headers } });
  const device = { deviceName: "sampler-x", unitId: 1 };

  const badBodies: [string, string | Uint8Array<ArrayBuffer>, RegExp][] = [
    ["that is no JSON", '{"deviceName": ', /not valid JSON/],
    ["that is no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), /not valid JSON/],
    ["that is empty", "", /deviceName/],
    ["that is an array", "[]", /body/],
    ["that is null", "null", /deviceName/],
    ["33 levels deep", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, /more than 32 levels/],
    ["10,000 levels deep", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, /more than 32 levels/],
    ["with a NUL", JSON.stringify({ ...device, nickname: "a\u0000b" }), /nickname/],
    ["with half a surrogate pair", `{"deviceName":"sampler-x","unitId":1,"tags":["\\ud83d"]}`, /tags\.0/],
    ["with a NUL in a name", '{"a\\u0000": 1}', /NUL/],
    ["with a number that no store holds", '{"deviceName":"sampler-x","unitId":1e999}', /unitId/],
    ["with a huge id", '{"deviceName":"sampler-x","unitId":4294967296}', /unitId/],
    ["with the wrong kinds", '{"deviceName":{},"unitId":"one","tags":"a"}', /deviceName.*unitId.*tags/],
    ["with a prototype", '{"__proto__":{"deviceName":"sampler-x"},"unitId":1}', /deviceName/],
  ];
  test.each(badBodies)(
    "a body %s is answered with code 400 and says what is wrong",
    async (_what, body, says) => {
      const { status, body: answer } = await send(add, body);
      expect({ status, code: answer.code }, answer.msg).toEqual({ status: 200, code: 400 });
      expect(answer.msg).toMatch(says);
    },
  );

  const wrongValues: [string, object, string, string, string][] = [
    [
      "a text where a number is needed",
      { unitId: "one" },
      "unitId",
      '"one" is not a number',
      "“one”不是数字",
    ],
    [
      "half a number where a whole one is needed",
      { unitId: 1.5 },
      "unitId",
      "1.5 is not a whole number",
      "1.5 不是整数",
    ],
    ["a field that is missing", { deviceName: undefined }, "deviceName", "is required", "不能为空"],
    ["a field that is null", { deviceName: null }, "deviceName", "must not be empty", "不能为空"],
    [
      "a text that is too long",
      { nickname: "n".repeat(300) },
      "nickname",
      "must have at most 60 characters (it has 300)",
      "最多 60 个字符（现有 300 个字符）",
    ],
    [
      "a text of another form",
      { deviceName: "no spaces" },
      "deviceName",
      "must have 4 to 32 characters: letters, digits and - _ . : @",
      "须为 4 至 32 个字符：字母、数字及 - _ . : @",
    ],
    ["a list of the wrong kind", { tags: "a" }, "tags", '"a" is not a list', "“a”不是列表"],
  ];
  test.each(wrongValues)(
    "%s is explained in plain words of both languages",
    async (_what, part, field, english, chinese) => {
      const body = JSON.stringify({ ...device, ...part });
      const en = await send(add, body);
      expect(en.body).toMatchObject({ code: 400, errors: [{ field, message: english }] });
      expect(en.body.msg).toBe(`${field}: ${english}`);
      const zh = await send(add, body, { ...json, "accept-language": "zh-CN" });
      expect(zh.body).toMatchObject({ code: 400, errors: [{ field, message: chinese }] });
    },
  );

  test("a number out of range is quoted with both bounds, in both languages", async () => {
    const body = JSON.stringify({ code: "P-1", name: "Inlet", kind: "other", unitId: 1, latitude: 123.4 });
    const [en, zh] = await Promise.all(
      ["en", "zh"].map((language) =>
        send("/v2/admin/samplePoint", body, { ...json, "accept-language": language }),
      ),
    );
    const of = (message: string) => ({ code: 400, errors: [{ field: "latitude", message }] });
    expect(en?.body).toMatchObject(of("123.4 is out of range (−90 to 90)"));
    expect(zh?.body).toMatchObject(of("123.4 超出范围（−90 至 90）"));
  });

  test("a choice that does not exist is answered with the choices that do", async () => {
    const { body } = await get(`${list}?state=sleeping`);
    expect(body.errors).toMatchObject([
      {
        field: "state",
        message: '"sleeping" is not one of: online, offline, notActivated, disabled, retired',
      },
    ]);
  });

  test("a body of 32 levels is read", async () => {
    const nested = JSON.parse(`${'{"a":'.repeat(31)}1${"}".repeat(31)}`);
    const { body } = await send(add, JSON.stringify({ ...device, unitId: -1, nested }));
    expect(body.errors).toMatchObject([{ field: "unitId" }]);
  });

  test("a body of 2 MB is answered with HTTP 413", async () => {
    const { status, body } = await send(add, JSON.stringify({ ...device, nickname: "x".repeat(2_000_000) }));
    expect({ status, code: body.code }).toEqual({ status: 413, code: 413 });
    expect(body.msg).toContain("1 MB");
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "a/b/c"])(
    "a body of the type %s is refused in words",
    async (type) => {
      const { status, body } = await send(add, "deviceName=a", { "content-type": type });
      expect({ status, code: body.code }).toEqual({ status: 200, code: 400 });
      expect(body.msg).toContain("application/json");
    },
  );

  const badAddresses: [string, string, number][] = [
    ["a path that is no URL", "/%zz", 400],
    ["a path that is no UTF-8", "/v2/admin/device/waterSample/%ff", 400],
    ["half a surrogate pair in a path", "/v2/admin/device/waterSample/%ED%A0%80", 400],
    ["a NUL in a path", "/v2/admin/device/waterSample/%00", 400],
    ["a NUL in a query", `${list}?keyword=%00`, 400],
    ["a NUL in a query that is given twice", `${list}?keyword=a&keyword=%00`, 400],
    ["a huge id", "/v2/admin/device/waterSample/99999999999999999999", 400],
    ["an id above the store's integers", "/v2/admin/device/waterSample/2147483648", 400],
    ["an id that is none", "/v2/admin/device/waterSample/abc", 400],
    ["an id of nobody", "/v2/admin/device/waterSample/2147483647", 404],
    ["a command's huge id", "/v2/admin/device/command/9999999999999999999", 400],
    ["a command's id of nobody", "/v2/admin/device/command/999999999999999999", 404],
    ["a part of 300 letters", `/v2/admin/device/${"a".repeat(300)}/list`, 400],
    ["an unknown family", "/v2/admin/device/toaster/list", 400],
    ["a family named like a built-in of JavaScript", "/v2/admin/device/constructor/list", 400],
    ["an unknown call", "/v2/admin/device", 404],
    ["an unknown call deeper down", "/v3/nothing/at/all", 404],
    ["an unknown state", `${list}?state=sleeping`, 400],
    ["a keyword of 101 letters", `${list}?keyword=${"k".repeat(101)}`, 400],
  ];
  test.each(badAddresses)("%s is answered in the envelope", async (_what, path, code) => {
    const { status, body } = await get(path);
    expect({ status, code: body.code }, body.msg).toEqual({ status: 200, code });
    expect(body.msg.length).toBeGreaterThan(5);
  });

  test.each(["__proto__", "constructor"])(
    "a file in a field with the name %s of every object is refused by the field `file`",
    async (name) => {
      const head = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.xlsx"\r\n\r\nx\r\n--b--\r\n`;
      const form = { "content-type": "multipart/form-data; boundary=b" };
      const refused = await send("/v2/admin/system/post/importData", head, form);
      expect(refused.body).toMatchObject({ code: 400, errors: [{ field: "file" }] });
    },
  );

  test("a method that a call does not have is an unknown call", async () => {
    const { body } = await platform.request("/captchaImage", { method: "DELETE", headers: bearer(admin) });
    expect(body).toMatchObject({ code: 404 });
  });

  test("an unknown column to sort by is named", async () => {
    const input = { params: family, query: { orderByColumn: "secret_sealed; drop table device" } };
    const refused = await platform.refusal(listDevices, input, admin);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "orderByColumn" }] });
    expect(refused.msg).toContain("orderByColumn");
  });

  test("paging that makes no sense falls back to the default; sizes above 500 are cut", async () => {
    const unitId = await platform.unit();
    const codes = Array.from({ length: 501 }, (_, at) => `p${String(at).padStart(3, "0")}`);
    await platform.db
      .insertInto("samplingPoint")
      .values(codes.map((code) => ({ code, name: code, kind: "other", unitId })))
      .execute();
    const rowsOf = async (query: string) =>
      (await get(`/v2/admin/samplePoint/list?${query}`)).body["rows"] as { code: string }[];
    expect(await rowsOf("pageSize=9999")).toHaveLength(500);
    for (const query of [
      "",
      "pageSize=",
      "pageSize=-3",
      "pageSize=all",
      "pageSize=0",
      "pageNum=x",
      "pageNum=",
    ]) {
      expect(await rowsOf(query), query).toHaveLength(10);
    }
    expect((await rowsOf("pageSize=200&pageNum=99")).at(-1)?.code).toBe("p500");
    expect(await rowsOf("pageSize=200&pageNum=99")).toHaveLength(101);
    expect((await rowsOf("pageSize=3&isAsc=descending&orderByColumn=code"))[0]?.code).toBe("p500");
  });

  test("empty parameters are ignored, known or not", async () => {
    const query = "keyword=&unitId=&orderByColumn=&isAsc=&surplus=";
    expect((await get(`/v2/admin/samplePoint/list?${query}`)).body.code).toBe(200);
    const { id } = await platform.addDevice();
    const series = `deviceId=${id}&identifiers=ph&begin=1&end=2&points=`;
    expect((await get(`/v2/admin/data/telemetry/series?${series}`)).body).toMatchObject({ code: 200 });
  });

  test("signs of a pattern in a keyword are letters", async () => {
    const query = { keyword: "%" };
    expect((await platform.call(listSamplingPoints, { query }, admin)).total).toBe(0);
  });

  test("a span that ends before it begins, or lasts for years, is refused by its field", async () => {
    const { id: deviceId } = await platform.addDevice();
    const query = { deviceId, identifiers: "ph", begin: 2_000, end: 1_000 };
    expect(await platform.refusal(getSeries, { query }, admin)).toMatchObject({ errors: [{ field: "end" }] });
    const long = { ...query, end: 50_000_000_000 };
    expect(await platform.refusal(getSeries, { query: long }, admin)).toMatchObject({
      errors: [{ field: "begin" }],
    });
  });

  test.each(["1900-01-01", "9999-12-31", "9999-12-31 23:59:59"])(
    "a span that begins or ends at %s is read as what is stored until then",
    async (time) => {
      const [first, last] = time.startsWith("1") ? [time, "2026-01-01"] : ["2026-01-01", time];
      const query = new URLSearchParams({ "params[beginTime]": first, "params[endTime]": last });
      expect((await get(`/v2/admin/alarm/rule/list?${query}`)).body).toMatchObject({ code: 200 });
    },
  );

  test("is refused in Chinese to anyone who reads Chinese", async () => {
    const chinese = { "accept-language": "zh-CN,zh;q=0.9" };
    const input = { params: family, body: { ...device, deviceName: "x" } };
    const refused = await platform.refusal(addDevice, input, admin, chinese);
    expect(refused).toMatchObject({ code: 400, errors: [{ field: "deviceName" }] });
    expect((await get("/nothing", chinese)).body.msg).toBe("接口不存在。");
    expect((await send(add, "{", { ...json, ...chinese })).body.msg).toBe("请求体不是有效的 JSON。");
    expect((await get("/%zz", chinese)).body.msg).toBe("地址不是有效的 URL。");
  });

  test.each([list, "/nothing", "/%zz", "/getInfo", "/v2/admin/device/toaster/list"])(
    "%s answers with the request's id and the security headers",
    async (path) => {
      const { headers, body } = await get(path);
      const id = headers.get("x-request-id") ?? "";
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      if (body.code !== 200) expect(body.requestId).toBe(id);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    },
  );

  test("never shows a stack, a statement or a path", async () => {
    const before = await get("/v2/admin/device/waterSample/abc");
    expect(JSON.stringify(before.body)).not.toMatch(/node_modules|select |\.ts\b|at \w+ \(/i);
  });
});
