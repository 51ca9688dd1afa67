/** No parameter is ignored in silence: all lists and exports of the contract, with what they declare and what not. */
import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { addTimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { spanKind } from "@tracewater/contract/time-span";
import { toleratedParameters } from "@tracewater/contract/tolerated-parameters";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { hasValue, newTexts, recordStatements, type Statement } from "../../test/statement-recorder.ts";
import { type Answer, addressOf, bearer, type Session } from "../../test/test-http.ts";
import { onPlatform } from "../../test/test-platform.ts";
import { rightInputOf } from "../../test/wrong-inputs.ts";

type Fields = Readonly<Record<string, z.ZodType>>;
type Query = Record<string, string>;

const takesForm = (call: AnyCall) => call.takes === "form";
const fieldsOf = (call: AnyCall): Fields => {
  const schema = takesForm(call) ? call.body : call.query;
  return schema instanceof z.ZodObject ? (schema.shape as Fields) : {};
};
const calls = declaredCalls.filter((call) => call.method === "GET" || takesForm(call));
const named = (some: readonly AnyCall[]) => some.map((call) => [call.name, call] as const);

/** A page and an order are no filters; exports take them along. */
const ofPages = ["pageNum", "pageSize", "orderByColumn", "isAsc"];
const isSpan = (name: string) => /^(params\[)?(begin|end)Time\]?$/.test(name);
/** Lists and exports: what has a filter beside a page, or a span. */
const isList = (call: AnyCall) =>
  /list$/i.test(call.path) || "pageNum" in fieldsOf(call) || spanKind(fieldsOf(call)) !== null;
const lists = calls.filter(isList);

/** Filters that are no part of a statement, with the test that holds them. */
const filteredOutsideOfStatements: Readonly<Record<string, string>> = {
  "listAutoSamplings slot": "field/auto-samples: the bottles of a slot",
  "listAutoSamplings only": "field/auto-samples: those that lack an aliquot",
  "listFleetSamplings only": "laboratory/samplings: what is not registered yet",
};

onPlatform(
  "Parameters",
  (platform) => {
    let admin: Session = { token: "" };
    let device = { id: 0, deviceName: "" };
    let timedTaskId = 0;
    beforeAll(async () => {
      admin = await platform.admin();
      device = await platform.addDevice();
      const task = { name: "Stop", service: "stop", cronExpression: "0 3 * * *", onceAt: null, zone: "UTC" };
      const body = { ...task, deviceId: device.id, tag: null };
      const params = { family: "waterSample" as const };
      timedTaskId = (await platform.call(addTimedTask, { params, body }, admin)).data.timedTaskId;
    });

    async function send(call: AnyCall, query: Query): Promise<Answer & { isFile: boolean }> {
      const { params } = rightInputOf(call);
      const own = {
        ...params,
        ...("family" in params ? { family: "waterSample" } : {}),
        ...("id" in params ? { id: call.path.includes("/timedTask/") ? timedTaskId : device.id } : {}),
      };
      const input = takesForm(call) ? { params: own } : { params: own, query };
      const response = await fetch(`${platform.url}/prod-api${addressOf(call, input)}`, {
        method: call.method,
        headers: bearer(admin),
        ...(takesForm(call) ? { body: new URLSearchParams(query) } : {}),
      });
      const isFile = !(response.headers.get("content-type") ?? "").startsWith("application/json");
      const body = isFile ? { code: 200, msg: "" } : ((await response.json()) as Answer["body"]);
      if (isFile) await response.body?.cancel();
      return { status: response.status, headers: response.headers, body, isFile };
    }

    test.each(named(calls))("one that nobody declared is refused by %s, by its name", async (_name, call) => {
      const { body } = await send(call, { ...requiredOf(call, device), madeUp: "1" });
      expect(body).toMatchObject({ code: 400, errors: [{ field: "madeUp" }] });
    });

    test("that is empty, or that only keeps caches away, is nothing", async () => {
      for (const call of lists.filter(
        (one) => one.name === "listSamplingPoints" || one.name === "exportUsers",
      )) {
        const { body } = await send(call, { madeUp: "", _t: "1795294335360", _: "1", timestamp: "2" });
        expect(body.code, body.msg).toBe(200);
      }
    });

    test.each(named(lists))(
      "each filter of %s changes what is asked of the database",
      async (_name, call) => {
        const required = requiredOf(call, device);
        const before = await recordStatements(() => send(call, required));
        const rows = JSON.stringify((await send(call, required)).body);
        const ignored: string[] = [];
        for (const [name, value] of Object.entries(filtersOf(call))) {
          if (`${call.name} ${name}` in filteredOutsideOfStatements) continue;
          let answer: unknown = null;
          const asked = await recordStatements(async () => {
            answer = (await send(call, { ...required, [name]: value })).body;
          });
          const isHeard =
            newTexts(asked, before).length > 0 || hasValue(asked, value) || JSON.stringify(answer) !== rows;
          if (!isHeard) ignored.push(name);
        }
        expect(ignored).toEqual([]);
      },
    );

    const withSpan = lists.filter((call) => spanKind(fieldsOf(call)) !== null);
    test.each(named(withSpan))(
      "days are taken by %s, plain and in params[...], the end day included",
      async (_name, call) => {
        const required = requiredOf(call, device);
        const isDay = spanKind(fieldsOf(call)) === "day";
        const from = isDay ? ["2026-03-05"] : moments("2026-03-05T00:00:00+08:00");
        const until = isDay ? ["2026-03-07"] : moments("2026-03-07T23:59:59.999+08:00");
        for (const nameOf of [(end: string) => end, (end: string) => `params[${end}]`]) {
          const span = { [nameOf("beginTime")]: "2026-03-05", [nameOf("endTime")]: "2026-03-07" };
          const asked = await recordStatements(async () => {
            const { body } = await send(call, { ...required, ...span });
            expect(body.code, body.msg).toBe(200);
          });
          expect(hasOne(asked, from), `${call.name} from ${JSON.stringify(span)}`).toBe(true);
          expect(hasOne(asked, until), `${call.name} until ${JSON.stringify(span)}`).toBe(true);
        }
        const bad = await send(call, { ...required, beginTime: "2026-02-30" });
        expect(bad.body).toMatchObject({ code: 400, errors: [{ field: "beginTime" }] });
        const turned = await send(call, { ...required, beginTime: "2026-03-07", endTime: "2026-03-05" });
        expect(turned.body).toMatchObject({ code: 400, errors: [{ field: "endTime" }] });
        const two = await send(call, {
          ...required,
          beginTime: "2026-03-05",
          "params[beginTime]": "2026-03-06",
        });
        expect(two.body).toMatchObject({ code: 400, errors: [{ field: "params[beginTime]" }] });
      },
    );

    test.each(named(withSpan.filter((call) => spanKind(fieldsOf(call)) === "time")))(
      "times and epochs are taken by %s, 10 digits as seconds",
      async (_name, call) => {
        const required = requiredOf(call, device);
        const begin = moments("2026-03-05T08:30:00+08:00");
        for (const beginTime of ["2026-03-05 08:30:00", "1772670600", "1772670600000"]) {
          const endTime = "2026-03-07 10:00:00";
          const asked = await recordStatements(() => send(call, { ...required, beginTime, endTime }));
          expect(hasOne(asked, begin), beginTime).toBe(true);
          expect(hasOne(asked, moments("2026-03-07T10:00:00.999+08:00")), "the last second").toBe(true);
        }
      },
    );

    test("are tolerated where a list of them says so, and nowhere else", () => {
      const tolerated = new Set(calls.flatMap((call) => toleratedParameters(call)));
      expect([...tolerated].sort()).toEqual([
        "_",
        "_t",
        "isAsc",
        "orderByColumn",
        "pageNum",
        "pageSize",
        "timestamp",
      ]);
    });
  },
  { env: { TZ: "Asia/Shanghai" } },
);

function hasOne(statements: readonly Statement[], values: readonly (string | number)[]): boolean {
  return values.some((value) => hasValue(statements, value));
}

/**
 * A moment as statements may carry it, as a date or in milliseconds; or some days beside it, where what has begun
 * before and what has not ended yet is read too.
 */
function moments(iso: string): (string | number)[] {
  const day = 86_400_000;
  return [0, -1, -2, 1, 2].flatMap((days) => {
    const ms = Date.parse(iso) + days * day;
    return [new Date(ms).toISOString(), ms];
  });
}

/** What a call cannot do without. */
function requiredOf(call: AnyCall, device: { id: number; deviceName: string }): Query {
  const { query, body } = rightInputOf(call);
  const given = Object.entries(takesForm(call) ? body : query).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const known: Query = { deviceName: device.deviceName, deviceId: String(device.id), roleId: "1" };
  return Object.fromEntries(given.map(([name, value]) => [name, known[name] ?? value]));
}

/** Each filter with a value that nobody else asks for. */
function filtersOf(call: AnyCall): Record<string, string> {
  const required = Object.keys(rightInputOf(call)[takesForm(call) ? "body" : "query"]);
  return Object.fromEntries(
    Object.entries(fieldsOf(call))
      .filter(([name]) => !ofPages.includes(name) && !isSpan(name) && !required.includes(name))
      .map(([name, schema]) => [name, probeOf(schema)]),
  );
}

function probeOf(schema: z.ZodType): string {
  const described = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  const choices = [described, ...(described.anyOf ?? [])].flatMap((one) =>
    typeof one === "object" ? (one.enum ?? []) : [],
  );
  const last = choices.at(-1);
  if (last !== undefined) return String(last);
  const type = [described, ...(described.anyOf ?? [])].map((one) =>
    typeof one === "object" ? one.type : undefined,
  );
  if (type.includes("integer") || type.includes("number")) return "7";
  return described.format === "date" ? "2031-02-03" : "zq7431";
}
