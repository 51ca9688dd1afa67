import { getInfo, logout, type SessionUser } from "@tracewater/contract/system/session";
import type { RequiredFactor } from "@tracewater/contract/system/ways-in";
import { useSyncExternalStore } from "react";
import { callApi } from "./call-api.ts";
import { clearToken } from "./token.ts";

/** Who is logged in, and what they may. */
export type Session = {
  readonly user: SessionUser;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** They came in with a one-time password: nothing is open before they chose their own. */
  readonly mustChangePassword: boolean;
  /** What their roles ask of this session beyond how it was opened: nothing is open before it has that. */
  readonly missingFactor: RequiredFactor;
};

let current: Session | null = null;
let leaving = false;
const listeners = new Set<() => void>();

/** The session, or null before it is loaded and on public pages. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** A display is nobody who logged in: what it may see comes with what it shows. */
export function actAs(session: Session | null): void {
  set(session);
}

/** Fetches the user; a user without roles has ROLE_DEFAULT. */
export async function loadSession(): Promise<Session> {
  const { user, roles, permissions, ...asked } = await callApi(getInfo, {}, { silent: true });
  const loaded = {
    user,
    roles: roles.length === 0 ? ["ROLE_DEFAULT"] : roles,
    permissions,
    mustChangePassword: asked.mustChangePassword,
    missingFactor: asked.missingFactor,
  };
  set(loaded);
  return loaded;
}

/** Ends the session here and, as far as it can be reached, on the server. */
export async function logOut(): Promise<void> {
  leaving = true;
  await callApi(logout, {}, { silent: true, withToken: true }).catch(() => undefined); // gone here in any case
  clearSession();
}

/** The session ends because its user says so: nobody has to be notified. */
export function isLoggingOut(): boolean {
  return leaving;
}

/** Clears token, roles and permissions without a call. */
export function clearSession(): void {
  clearToken();
  set(null);
}

/** Whether the user holds a permission, by name or by the wildcard. */
export function hasPermission(permission: string, session: Session | null = current): boolean {
  return session?.permissions.some((held) => held === "*:*:*" || held === permission) ?? false;
}

function set(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
