import type { AnyCall } from "@tracewater/contract/call";
import ExcelJS from "exceljs";
import { addressOf, bearer, note, type Session } from "../test-http.ts";
import { adminPassword, type TestPlatform } from "../test-platform.ts";
import { type Actor, actors, type CallInput, type Expected, type Side } from "./access-cells.ts";

/** Two units, the actors of the matrix, and how they call. */
export type AccessStage = Awaited<ReturnType<typeof setStage>>;

export async function setStage(platform: TestPlatform) {
  const unitIds: Record<Side, number> = {
    own: await platform.addUnit("Access A"),
    other: await platform.addUnit("Access B"),
  };
  const admin = await platform.admin();
  const others = await platform.addUser({ roles: ["admin"] });
  const sessions = new Map<Actor, Session | null>([
    ["nobody", null],
    ["admin", admin],
  ]);
  const credentials = new Map([["admin", { userName: "admin", password: adminPassword }]]);
  for (const actor of actors) {
    if (sessions.has(actor)) continue;
    const roles = actor === "default" ? [] : [actor];
    const user = await platform.addUser({ unitId: unitIds.own, roles });
    sessions.set(actor, user);
    credentials.set(actor, user);
  }
  let made = 0;

  /** One call by whatever way it takes its input; the code of the answer and its text, a sheet's cells included. */
  async function ask(call: AnyCall, input: CallInput, as: Session | null) {
    const stop = new AbortController();
    const response = await fetch(`${platform.url}/prod-api${addressOf(call, input)}`, {
      method: call.method,
      headers: { ...(as === null ? {} : bearer(as)), ...typeOf(call) },
      signal: stop.signal,
      ...(call.method === "GET" || call.method === "DELETE" ? {} : { body: bodyOf(call, input) }),
    });
    const kind = response.headers.get("content-type") ?? "";
    if (kind.startsWith("text/event-stream")) {
      stop.abort();
      return { code: 200, text: "" };
    }
    if (kind.includes("spreadsheetml"))
      return { code: 200, text: await cellsOf(await response.arrayBuffer()) };
    const text = await response.text();
    if (!kind.startsWith("application/json") || kind.includes("ndjson"))
      return { code: response.status, text };
    const { code = 200 }: { code?: number } = JSON.parse(text);
    note(call, code === 200 ? "success" : "refusal");
    return { code, text };
  }

  return {
    platform,
    unitIds,
    admin,
    /** Another administrator, for what belongs to a person. */
    others,
    sessionOf: (actor: Actor): Session | null => sessions.get(actor) ?? null,
    credentialsOf(actor: Actor): { userName: string; password: string } {
      const known = credentials.get(actor);
      if (known === undefined) throw new Error(`${actor} is nobody`);
      return known;
    },
    ask,
    /** A name that nobody has. */
    name(): string {
      made += 1;
      return `access${made}x`;
    },
  };
}

export function fits(
  expected: Expected,
  answer: { code: number; text: string },
  sees: string | undefined,
): boolean {
  if (typeof expected === "number") return answer.code === expected;
  if (expected === "passes") return answer.code === 200;
  if (sees === undefined) throw new Error("the rule does not say what is to be seen");
  return answer.code === 200 && answer.text.includes(sees) === (expected === "sees");
}

function typeOf(call: AnyCall): Record<string, string> {
  if (takesUpload(call) || call.method === "GET" || call.method === "DELETE") return {};
  return { "content-type": call.takes === "form" ? "application/x-www-form-urlencoded" : "application/json" };
}

function takesUpload(call: AnyCall): boolean {
  return call.takes !== "json" && call.takes !== "form";
}

function bodyOf(call: AnyCall, input: CallInput): string | FormData | Blob {
  if (call.takes === "bytes") return input.file ?? new Blob(["none"]);
  if (takesUpload(call)) {
    const form = new FormData();
    form.append("file", input.file ?? new Blob(["none"]), "sheet.xlsx");
    return form;
  }
  if (call.takes === "json") return JSON.stringify(input.body ?? {});
  const given = Object.entries(input.body ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(given).toString();
}

async function cellsOf(file: ArrayBuffer): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file);
  const cells: string[] = [];
  workbook.worksheets[0]?.eachRow((row) => cells.push(JSON.stringify(row.values)));
  return cells.join("\n");
}
