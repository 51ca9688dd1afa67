import type { RequiredFactor, SecondFactor } from "@tracewater/contract/system/ways-in";
import type { SigningMeans } from "./custody/signing-means.ts";
import type { Scope } from "./scope.ts";

/** Who makes a request: a session's user with what they may do and on whose things. */
export type Caller = {
  sessionId: string;
  /** The API key that the request came in with, and who made it; null for sessions. */
  key: { id: number; name: string; maker: { id: number; userName: string } } | null;
  /** The display that asks: it reads what its screens show. Null for everybody else. */
  displayId: number | null;
  userId: number;
  userName: string;
  nickName: string;
  avatarUrl: string;
  /** They logged in a few minutes ago, or confirmed the act of this very call since. */
  isConfirmed: boolean;
  /** What they confirmed a few minutes ago: names of calls. */
  confirmedActs: ReadonlySet<string>;
  /** What was shown besides the password when the session was opened. */
  factor: SecondFactor;
  /** How they sign the events of this request; set by the calls whose events ask for it. */
  signing?: SigningMeans;
  /** What their roles ask of a session, and what this one lacks of it: it opens nothing until it has that. */
  requiredFactor: RequiredFactor;
  missingFactor: RequiredFactor;
  /** They came in with a one-time password: until they chose their own they have no roles. */
  mustChangePassword: boolean;
  deptId: number | null;
  deptName: string;
  /** The enterprise unit in whose tree the department is; null for anyone who belongs to none. */
  unitId: number | null;
  /** False where that unit has no authorization in force: most calls answer 444 then. */
  hasValidLicense: boolean;
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  scope: Scope;
};

/** Who answers for what a caller enters: its user, and for a key its maker too. None of them reviews or approves it. */
export function personsBehind({ userId, key }: Pick<Caller, "userId" | "key">): number[] {
  return key === null || key.maker.id === userId ? [userId] : [userId, key.maker.id];
}

export const allPermissions = "*:*:*";

export function mayDo(caller: Caller, permission: string): boolean {
  return caller.permissions.has(allPermissions) || caller.permissions.has(permission);
}
