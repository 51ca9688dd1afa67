import { type FamilyKey, families, familyKeys } from "@tracewater/contract/fleet/families";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { EventAbout } from "./event-history.ts";

/**
 * What of the fleet a listener may see: its units, and the kinds of events by the permissions that the pages and
 * calls of the same content ask for. Listeners with equal access share a channel, so it is plain data in a fixed order.
 */
export type LiveAccess = {
  scope: Scope;
  /** Families whose list may be read: connection and latest values. */
  listed: readonly FamilyKey[];
  /** Families whose devices may be opened: also events, messages, commands. */
  opened: readonly FamilyKey[];
  alarms: boolean;
  firmware: boolean;
};

export function liveAccessOf(caller: Caller): LiveAccess {
  const having = (verb: string) =>
    familyKeys.filter((key) => mayDo(caller, `device:${families[key].permissionKey}:${verb}`));
  return {
    scope: caller.scope,
    listed: having("list"),
    opened: having("query"),
    alarms: mayDo(caller, "alarm:log:list"),
    firmware: mayDo(caller, "device:firmware:list"),
  };
}

export function mayOpen(access: LiveAccess, about: EventAbout): boolean {
  return about.typeKey !== null && access.opened.includes(about.typeKey);
}
