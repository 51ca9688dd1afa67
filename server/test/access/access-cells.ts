import type { AnyCall } from "@tracewater/contract/call";
import { type FamilyKey, families } from "@tracewater/contract/fleet/families";
import { builtInMenu } from "../../src/features/system/menu/built-in-menu.data.ts";
import type { BuiltInMenu } from "../../src/features/system/menu/menu-entry.ts";
import type { Session } from "../test-http.ts";

/**
 * What a caller may do follows from three things alone: the permission that a call declares, what the caller's role
 * was granted by the menu, and whether the record lies in their data scope. `expectedOf` derives the answer of each
 * cell from these; nothing here looks at how the platform behaves.
 */
export const actors = ["nobody", "default", "viewer", "operator", "unitAdmin", "admin"] as const;
export type Actor = (typeof actors)[number];

/** Unit A is the actors' own; unit B is another's. */
export const sides = ["own", "other"] as const;
export type Side = (typeof sides)[number];

export type CallInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  file?: Blob;
};

/** A record made for one cell, and the call on it. `owner` is who may surely do it: they prove that it is there. */
export type Made = { input: CallInput; sees?: string; owner?: Session };

/** How a call answers on a record outside of the caller's scope. */
export type Outside =
  /** As if the record did not exist. */
  | "notFound"
  /** The field that names the other unit is refused. */
  | "field"
  /** A list or file without it. */
  | "notSeen"
  /** Of no unit: it is the same for all. */
  | "none";

export type Rule = {
  outside: Outside;
  /** Makes a record of the unit and the call on it, again for each cell. */
  make: (unitId: number, side: Side, actor: Actor) => Promise<Made>;
  /** A call of every session that looks itself for what is asked: this permission, and how it answers without. */
  within?: { permission: string; without: Exclude<Outside, "field" | "none"> };
  /** It changes what belongs to the whole platform: besides the permission it takes a reach over all units. */
  wholeReach?: boolean;
  /**
   * It is a person's, not a unit's: another's does not exist for anybody, the administrator included. `by` is the
   * permission that it takes to come by one of their own; null where everybody has some.
   */
  personal?: { by: string | null };
  /** Nothing of the kind lies in anybody's own unit: only a reach over all units finds it. */
  foreign?: boolean;
  /** The successful answer is another one than code 200. */
  succeeds?: number;
};

export type Expected = "passes" | "sees" | "seesNot" | 401 | 403 | 404 | 400;

export function expectedOf(call: AnyCall, rule: Rule, actor: Actor, side: Side): Expected {
  if (call.access.kind === "open") return "passes";
  if (actor === "nobody") return 401;
  if (call.access.kind === "permission" && !holds(actor, call.access.permission)) return 403;
  if (rule.within && !holds(actor, rule.within.permission)) return outsideAnswers[rule.within.without];
  if (rule.wholeReach && actor !== "admin") return 403;
  if (rule.outside !== "none" && !isReached(rule, actor, side)) return outsideAnswers[rule.outside];
  return rule.outside === "notSeen" ? "sees" : "passes";
}

function isReached(rule: Rule, actor: Actor, side: Side): boolean {
  if (rule.personal) {
    const { by } = rule.personal;
    return side === "own" && (by === null || holds(actor, by));
  }
  if (actor === "admin") return true;
  // Without a role one reaches what one made oneself, and this one made nothing.
  return side === "own" && actor !== "default" && !rule.foreign;
}

const outsideAnswers = { notFound: 404, field: 400, notSeen: "seesNot" } as const;

const grants = new Map<string, Set<string>>();
for (const entry of builtInMenu) collect(entry);

function collect(entry: BuiltInMenu): void {
  if (entry.permission !== undefined) {
    const roles = grants.get(entry.permission) ?? new Set();
    for (const role of entry.roles) roles.add(role);
    grants.set(entry.permission, roles);
  }
  for (const child of entry.children ?? []) collect(child);
}

/** The family that all cells use. */
export const family: FamilyKey = "waterSample";

function holds(actor: Actor, declared: string): boolean {
  if (actor === "admin") return true;
  return grants.get(declared.replace("{family}", families[family].permissionKey))?.has(actor) === true;
}
