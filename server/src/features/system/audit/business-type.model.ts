import type { AnyCall } from "@tracewater/contract/call";
import { declaredCalls } from "@tracewater/contract/declared-calls";
import { type BusinessType, businessTypes } from "@tracewater/contract/system/audit";

const byMethod = {
  GET: businessTypes.other,
  POST: businessTypes.add,
  PUT: businessTypes.edit,
  DELETE: businessTypes.remove,
} as const;

/** What clients of the family call an act of this kind; by the call's path, as its last part says what it does. */
function typeOf({ method, path, answers, access }: AnyCall): BusinessType {
  const last = path.split("/").findLast((part) => !part.startsWith(":")) ?? "";
  if (access.kind === "open") return businessTypes.other;
  if (answers === "file") return businessTypes.export;
  if (/^import/.test(last)) return businessTypes.import;
  if (/forceLogout$|\/monitor\/online$|sessions$/.test(path.replace(/\/:\w+/g, "")))
    return businessTypes.forceLogout;
  if (/authRole|authUser|dataScope/.test(path)) return businessTypes.grant;
  if (/^(clean|clearCache|refreshCache)$/.test(last)) return businessTypes.clean;
  return byMethod[method];
}

const typeByCall = new Map(declaredCalls.map((call) => [call.name, typeOf(call)]));

/** Of a record; calls that no longer exist are of no kind. */
export function businessTypeOfCall(name: string): BusinessType {
  return typeByCall.get(name) ?? businessTypes.other;
}

export function callsOfType(type: BusinessType): string[] {
  return [...typeByCall].filter(([, one]) => one === type).map(([name]) => name);
}
