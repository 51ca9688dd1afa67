import { Agent, request } from "node:http";
import { createApiClient, openApi } from "./api-client.ts";
import type { DatabaseView } from "./database-view.ts";
import type { FuzzRequest } from "./fuzz-inputs.ts";

export type FuzzAnswer = { status: number; ms: number; text: string; wasClosed: boolean };

const timeoutMs = 30_000;
const maxRead = 256 * 1024;

/** Who sends requests: an administrator, an operator, or nobody. Whoever was logged out or deleted is replaced. */
export function createFuzzPeople(http: string, store: DatabaseView) {
  const people: Record<string, { token: string | null }> = {
    admin: { token: null },
    operator: { token: null },
    none: { token: null },
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let made = 0;
  let passwordHash = "";

  async function replace(role: string): Promise<void> {
    const person = people[role];
    if (person === undefined || role === "none") return;
    made += 1;
    const name = `fuzz-${role}-${made}`;
    await store.rows(
      `with made as (
         insert into sys_user (user_name, nick_name, password_hash, dept_id)
         select $1::text, $1::text, $3::text, case when $2 = 'admin' then null else (select min(id) from dept where parent_id is null) end
         returning id)
       insert into user_role (user_id, role_id) select made.id, role.id from made, role where role_key = $2`,
      [name, role, passwordHash],
    );
    const client = createApiClient(http);
    await client.logIn(name);
    person.token = client.authorization();
  }

  return {
    roles: Object.keys(people),
    replaced: () => made,

    async start(): Promise<void> {
      await openApi(http);
      // The administrator's password, whatever becomes of it.
      const [first] = await store.rows<{ hash: string }>(
        "select password_hash as hash from sys_user where user_name = 'admin'",
      );
      passwordHash = first?.hash ?? "";
      await store.rows(
        `insert into licence (unit_id, valid_from, valid_until, issued_by_name, issued_at, entered_at)
         select id, current_date - 1, current_date + 365, '', now(), now() from dept where parent_id is null`,
      );
      await replace("admin");
      await replace("operator");
    },

    async send(given: FuzzRequest, role: string): Promise<FuzzAnswer> {
      const answer = await post(given, people[role]?.token ?? null);
      if (answer.text.includes('"code":401')) await replace(role);
      return answer;
    },

    stop: () => agent.destroy(),
  };

  function post(given: FuzzRequest, token: string | null): Promise<FuzzAnswer> {
    const url = new URL(http);
    const began = performance.now();
    return new Promise((resolve) => {
      let text = "";
      let status = 0;
      const end = (wasClosed: boolean) =>
        resolve({ status, ms: performance.now() - began, text, wasClosed: wasClosed && status === 0 });
      const sent = request({
        host: url.hostname,
        port: url.port,
        // Not the address that people log in from: what is held against one address is not held against them.
        localAddress: "127.0.0.2",
        agent,
        method: given.method,
        path: `/prod-api${given.path}`,
        headers: {
          ...(token === null ? {} : { authorization: token }),
          ...(given.type === null ? {} : { "content-type": given.type }),
          "content-length": given.body?.length ?? 0,
        },
      });
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error("no answer")));
      sent.on("error", () => end(true));
      sent.on("response", (response) => {
        status = response.statusCode ?? 0;
        const isStream = response.headers["content-type"]?.startsWith("text/event-stream");
        if (isStream === true) {
          end(false);
          return void sent.destroy();
        }
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
          if (text.length > maxRead) sent.destroy();
        });
        response.on("close", () => end(false));
      });
      sent.end(given.body ?? undefined);
    });
  }
}
