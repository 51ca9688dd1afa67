import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { sql } from "kysely";
import type { Db } from "../src/platform/store/database.ts";

/**
 * What the audit log of a platform under test lacks: the calls that changed something and whose record names no
 * thing, or does not show what the thing was before, or is after. Every declared call is met by some test with a
 * success, so every changing call comes by here. Empty where a test has taken the database away.
 */
export async function listUnauditedCalls(db: Db): Promise<string[]> {
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

/** The kinds of object in the audit log that the console's page of it has no word for in one of its languages. */
export async function listUnnamedKinds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct split_part(record::jsonb ->> 'thing', ' ', 1) as kind
    from audit_log where record::jsonb ->> 'thing' <> '' limit 1000`
    .execute(db)
    .catch(() => ({ rows: [] }));
  const words = ["en", "zh"].map(readKinds);
  return rows.map((row) => row.kind).filter((kind) => words.some((known) => !known.has(kind)));
}

function readKinds(language: string): ReadonlySet<string> {
  const folder = join(import.meta.dirname, "../../console/src/features/system/audit/locales");
  const { kind } = JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")) as { kind: object };
  return new Set(Object.keys(kind));
}

type Recorded = { call: string; things: number; before: boolean; after: boolean };

/** Nothing of the database changes with these. */
const changesNothing = new Set([
  "clearConfigCache",
  "refreshConfigCache",
  "refreshDictCache",
  "logout",
  "verifyAuditChain",
  "verifyCustodyChain",
]);
/** A secret changed, or something was begun: there is a thing, and nothing of it that could be reported. */
const namesTheSubject = new Set([
  "login",
  "confirmIdentity",
  "runJob",
  "resetPassword",
  "resetDeviceSecret",
  "makeProductSecret",
  "changeOwnPassword",
  "unlockScreen",
  "offerSecondFactor",
  "logInByPasskey",
  "finishSignOn",
  "showSecondFactor",
  "offerPasskey",
  "resetWebhookSecret",
]);

/** Members come or go, sessions end: what is reported is the difference. */
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
  if (namesTheSubject.has(call)) return false;
  if (method === "DELETE") return !(before || after);
  if (method === "PUT" && !oneSide.has(call)) return !(before && after);
  if (method === "PUT") return !(before || after);
  return !after;
}
