import { declaredCalls } from "@tracewater/contract/declared-calls";
import { sql } from "kysely";
import type { Db } from "../src/platform/store/database.ts";

/**
 * What the audit log of a platform under test lacks: the calls that changed something and whose record names no
 * thing, or does not tell what the thing was before, or is after. Every declared call is met by some test with a
 * success, so every changing call comes by here. Empty where a test has taken the store away.
 */
export async function listUntold(db: Db): Promise<string[]> {
  const { rows } = await sql<Recorded>`
    select call, jsonb_array_length(changes) as things,
      coalesce(bool_and(change -> 'before' <> 'null'), false) as before,
      coalesce(bool_and(change -> 'after' <> 'null'), false) as after
    from (select seq, call, record::jsonb -> 'changes' as changes from audit_log where code = 200 limit 100000) told
      left join lateral jsonb_array_elements(changes) change on true
    group by seq, call, changes`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return [...new Set(rows.filter(lacks).map((row) => row.call))].sort();
}

type Recorded = { call: string; things: number; before: boolean; after: boolean };

/** Nothing of the store changes with these. */
const changesNothing = new Set([
  "clearConfigCache",
  "refreshDictCache",
  "logout",
  "verifyAuditChain",
  "verifyCustodyChain",
]);
/** A secret changed, or something was begun: there is a thing, and nothing of it that could be told. */
const namesTheThing = new Set([
  "login",
  "runJob",
  "resetPassword",
  "resetDeviceSecret",
  "makeProductSecret",
  "changeOwnPassword",
  "resetWebhookSecret",
]);

/** Members come or go, sessions end: what is told is the difference. */
const oneSide = new Set(["addRoleMembers", "removeRoleMembers", "removeRoleMember", "forceUserLogout"]);

const changing = new Map(
  declaredCalls
    .filter((call) => call.method !== "GET" && call.answers !== "file" && call.audited)
    .map((call) => [call.name, call.method]),
);

function lacks({ call, things, before, after }: Recorded): boolean {
  const method = changing.get(call);
  if (method === undefined || changesNothing.has(call)) return false;
  if (things === 0) return true;
  if (namesTheThing.has(call)) return false;
  if (method === "DELETE") return !(before || after);
  if (method === "PUT" && !oneSide.has(call)) return !(before && after);
  if (method === "PUT") return !(before || after);
  return !after;
}
