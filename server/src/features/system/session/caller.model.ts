import type { RequiredFactor } from "@tracewater/contract/system/ways-in";
import { allPermissions, type Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { SessionRow } from "./session.store.ts";

/** The role of anyone who has none: nothing but one's own centre. */
const defaultRole = "ROLE_DEFAULT";
const administratorRole = "admin";

/**
 * Who a session's token stands for, with everything that its roles give; nothing of it before a one-time password
 * was changed for one's own, and while a role asks for a stronger session.
 */
export function toCaller(given: SessionRow): Caller {
  const missingFactor = missingOf(given);
  const isRestricted = given.mustChangePassword || missingFactor !== "none";
  const row = isRestricted ? { ...given, ...nothing } : given;
  const isAdministrator = row.roles.includes(administratorRole);
  return {
    sessionId: row.sessionId,
    key: null,
    displayId: null,
    userId: row.userId,
    userName: row.userName,
    nickName: row.nickName,
    avatarUrl: row.avatarUrl,
    isConfirmed: row.isConfirmed,
    confirmedActs: new Set(row.confirmedActs),
    factor: row.factor,
    requiredFactor: row.requiredFactor,
    missingFactor,
    mustChangePassword: row.mustChangePassword,
    deptId: row.deptId,
    deptName: row.deptName ?? "",
    unitId: row.enterpriseId,
    hasValidLicense: isAdministrator || row.enterpriseId === null || row.hasValidLicense,
    roles: row.roles.length > 0 ? row.roles : [defaultRole],
    permissions: new Set(isAdministrator ? [allPermissions] : row.permissions),
    scope: isAdministrator ? { kind: "all" } : toScope(row),
  };
}

const nothing = { roles: [], permissions: [], dataScopes: [], unitIds: [] };

/** A recovery code is no factor to stay with: its user enrols again. */
function missingOf({ requiredFactor, factor }: SessionRow): RequiredFactor {
  const suffices =
    requiredFactor === "passkey" ? factor === "passkey" : factor !== "none" && factor !== "recovery";
  return suffices ? "none" : requiredFactor;
}

function toScope(row: SessionRow): Scope {
  if (row.dataScopes.includes("all")) return { kind: "all" };
  return { kind: "units", unitIds: row.unitIds, ownerId: row.dataScopes.includes("own") ? row.userId : null };
}
