import { declaredCalls } from "@tracewater/contract/declared-calls";
import { bearer, note, type Session } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

/** An answer as a client of the family reads it: no schema of ours is between. */
export type FamilyAnswer = Record<string, unknown> & {
  code: number;
  msg: string;
  rows: Record<string, unknown>[];
  total: number;
  data: never;
};

/**
 * A client of the family: it writes addresses, names and values by hand as such a client does, and reads the bare
 * JSON. Paths are beneath the prefix of the administration.
 */
export function familyClient(platform: TestPlatform, session: Session, language = "zh-CN,zh;q=0.9") {
  const headers = { ...bearer(session), "accept-language": language };
  const admin = "/v2/admin";

  async function ask(path: string, init: RequestInit): Promise<FamilyAnswer> {
    const { status, body } = await platform.request(path, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    if (status !== 200) throw new Error(`${path} answers HTTP ${status}`);
    noteAddress(init.method ?? "GET", path, body.code === 200);
    return body as unknown as FamilyAnswer;
  }
  const send = (method: string, path: string, body: object) =>
    ask(admin + path, {
      method,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });

  return {
    get: (path: string) => ask(admin + path, {}),
    getRoot: (path: string) => ask(path, {}),
    post: (path: string, body: object = {}) => send("POST", path, body),
    put: (path: string, body: object = {}) => send("PUT", path, body),
    remove: (path: string) => ask(admin + path, { method: "DELETE" }),
    postRoot: (path: string, body: object) =>
      ask(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    upload: (path: string, form: FormData) => ask(path, { method: "POST", body: form }),
    /** Its export is a form; the bytes of the file, or the envelope of a refusal. */
    async export(path: string, form: Record<string, string>): Promise<ArrayBuffer> {
      const response = await fetch(`${platform.url}/prod-api${admin}${path}`, {
        method: "POST",
        headers,
        body: new URLSearchParams(form),
      });
      const isFile = response.headers.get("download-filename") !== null;
      noteAddress("POST", admin + path, isFile);
      return response.arrayBuffer();
    },
  };
}

export type FamilyClient = ReturnType<typeof familyClient>;

/** The call behind an address was met. */
function noteAddress(method: string, address: string, succeeded: boolean): void {
  const [path = ""] = address.split("?");
  const call = declaredCalls
    .filter(
      (one) => one.method === method && new RegExp(`^${one.path.replace(/:\\w+/g, "[^/]+")}$`).test(path),
    )
    .sort((a, b) => a.path.split(":").length - b.path.split(":").length)[0];
  if (call !== undefined) note(call, succeeded ? "success" : "refusal");
}
