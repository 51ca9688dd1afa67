import type { Scope } from "./scope.ts";

/** Who makes a request: a session's user with what he may do and on whose things. */
export type Caller = {
  sessionId: string;
  /** The API key that he is known by; null for sessions. */
  key: { id: number; name: string } | null;
  userId: number;
  userName: string;
  nickName: string;
  avatarUrl: string;
  /** He came in with a one-time password: until he chose his own he has no roles. */
  mustChangePassword: boolean;
  deptId: number | null;
  deptName: string;
  /** The enterprise unit in whose tree the department stands; null for whoever belongs to none. */
  unitId: number | null;
  /** False where that unit has no authorization in force: most calls answer 444 then. */
  isAuthorized: boolean;
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  scope: Scope;
};

export const allPermissions = "*:*:*";

export function mayDo(caller: Caller, permission: string): boolean {
  return caller.permissions.has(allPermissions) || caller.permissions.has(permission);
}
