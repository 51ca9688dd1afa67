import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";

/**
 * Whether a key may hold this permission at all. Keys never touch who may do what: no roles, menus, keys, sessions or
 * authorizations, and of users only reading. Passwords and log-ins are a session's, which a key is not.
 */
export function keyMayHold(permission: string): boolean {
  if (/^system:(role|menu|apiKey|licence|config):/.test(permission)) return false;
  if (permission.startsWith("system:user:")) return /:(list|query|export)$/.test(permission);
  return !permission.endsWith(":forceLogout") && permission !== "*:*:*";
}

/**
 * Who a key stands for: its user, with what the key was given, and never more than both its user and its maker may
 * now; on the things that both of them reach.
 */
export function keyCaller(
  key: { id: number; name: string; permissions: readonly string[] },
  user: Caller,
  maker: Caller,
): Caller {
  const held = key.permissions.filter((one) => keyMayHold(one) && mayDo(user, one) && mayDo(maker, one));
  return {
    ...user,
    sessionId: "0",
    isConfirmed: false,
    confirmedActs: new Set(),
    key: { id: key.id, name: key.name, maker: { id: maker.userId, userName: maker.userName } },
    hasValidLicense: user.hasValidLicense && maker.hasValidLicense,
    // Roles open more than permissions do: a key has none.
    roles: ["ROLE_DEFAULT"],
    permissions: new Set(held),
    scope: narrower(user.scope, maker.scope),
  };
}

function narrower(one: Scope, other: Scope): Scope {
  if (one.kind === "all") return other;
  if (other.kind === "all") return one;
  const unitIds = one.unitIds.filter((id) => other.unitIds.includes(id));
  return { kind: "units", unitIds, ownerId: one.ownerId === other.ownerId ? one.ownerId : null };
}
