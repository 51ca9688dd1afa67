import type { EvidenceRow } from "./evidence-read.ts";
import { type Finding, failed, type Verdict } from "./evidence-verdict.ts";
import { asksForSignature, isPersonallySigned, passkeyId, readSigned } from "./personal-signature.ts";

const kind = "signatures";

/**
 * Who signed. A signature stands by itself: it is verified against what its record says, whatever becomes of the log.
 * What nobody signed is the platform's word, and said to be. `isWhole` is false where records were changed: they belong
 * to another verdict, and are not among these.
 */
export function checkSignatures(rows: readonly EvidenceRow[], isWhole: boolean): Verdict {
  const verdict = judge(rows);
  if (isWhole || verdict.state === "failed" || verdict.state === "missing") return verdict;
  return { kind, state: "unconfirmed", findings: [{ code: "signedDamaged" }, ...verdict.findings] };
}

function judge(rows: readonly EvidenceRow[]): Verdict {
  const wrong: Finding[] = [];
  const signers = new Map<string, { name: string; key: string; count: number }>();
  const attested = { count: 0, totp: 0, password: 0 };
  let asked = 0;
  for (const { seq, record } of rows) {
    const signed = readSigned(record);
    if (record["signed"] !== undefined && signed === undefined)
      wrong.push({ code: "badSignature", seq, name: nameOf(record) });
    if (asksForSignature(record)) asked += 1;
    if (signed?.by === "passkey") {
      const name = nameOf(record);
      if (!isPersonallySigned(record, signed)) {
        wrong.push({ code: "badSignature", seq, name });
        continue;
      }
      const key = passkeyId(signed.key);
      const signer = signers.get(`${name} ${key}`) ?? { name, key, count: 0 };
      signers.set(`${name} ${key}`, { ...signer, count: signer.count + 1 });
    } else if (asksForSignature(record)) {
      attested.count += 1;
      if (signed?.factor === "totp" || signed?.factor === "passkey") attested.totp += 1;
      else attested.password += 1;
    }
  }
  if (wrong.length > 0) return failed(kind, wrong);
  if (signers.size === 0)
    return { kind, state: "missing", findings: [byPlatform(rows), ...restOf(attested, "attestedBy")] };
  const findings = [...signers.values()].map((signer): Finding => ({ code: "signer", ...signer }));
  if (attested.count === 0)
    return { kind, state: "ok", findings: [{ code: "signedAll", count: asked }, ...findings] };
  return { kind, state: "partial", findings: [...restOf(attested, "attestedRest"), ...findings] };
}

/** Who acted is the platform's word: how many came by a log-in, how many by a key of a program. */
function byPlatform(rows: readonly EvidenceRow[]): Finding {
  const byKey = rows.filter(({ record }) => memberOf(record["via"], "kind") === "key").length;
  return { code: "attested", count: rows.length - byKey, byKey };
}

function restOf(
  attested: { count: number; totp: number; password: number },
  code: "attestedBy" | "attestedRest",
) {
  return attested.count === 0 ? [] : [{ code, ...attested } satisfies Finding];
}

function nameOf(record: EvidenceRow["record"]): string {
  const name = String(memberOf(record["actor"], "name") ?? "");
  const userName = memberOf(record["actor"], "userName");
  return typeof userName === "string" && userName !== "" ? `${name} (${userName})` : name;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
