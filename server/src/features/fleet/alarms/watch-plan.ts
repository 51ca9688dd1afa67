/* Which rules are about a device, ready to be looked up by what comes in. */
import type { About } from "../fleet-events.ts";
import type { Condition, WatchState } from "./alarm-rule.model.ts";

/** A rule in use, made ready. */
export type CompiledRule = {
  id: number;
  /** Another after each change of the rule: what was pending by the old one counts no more. */
  revision: string;
  typeKey: string;
  source: "property" | "event" | "silent" | "offline";
  identifier: string;
  condition: Condition;
  clearEvent: string | null;
  /** Null: those of all units. */
  unitIds: ReadonlySet<number> | null;
  /** Null: all that the rest fits. */
  deviceIds: ReadonlySet<number> | null;
};

/** One rule and one device. */
export type Watch = {
  rule: CompiledRule;
  deviceId: number;
  state: WatchState;
  /** The state as the batch in work would leave it. */
  next: WatchState | null;
  changedAt: number;
};

export type Plan = {
  generation: number;
  unitId: number;
  values: Map<string, Watch[]>;
  events: Map<string, Watch[]>;
  clearing: Map<string, Watch[]>;
  /** Rules about silence: any report ends them. */
  silence: Watch[];
  isEmpty: boolean;
};

/** An empty plan for these rules. */
export function emptyPlan(generation: number, unitId: number): Plan {
  return {
    generation,
    unitId,
    values: new Map(),
    events: new Map(),
    clearing: new Map(),
    silence: [],
    isEmpty: true,
  };
}

export function fits(rule: CompiledRule, about: About): boolean {
  if (rule.typeKey !== about.typeKey) return false;
  if (rule.unitIds !== null && !rule.unitIds.has(about.unitId)) return false;
  return rule.deviceIds === null || rule.deviceIds.has(about.deviceId);
}

export function watchesOf(plan: Plan): Watch[] {
  return [...plan.values.values(), ...plan.events.values(), plan.silence].flat();
}

/** Puts a watch where what it is about is looked up. */
export function place(plan: Plan, watch: Watch): void {
  const { rule } = watch;
  plan.isEmpty = false;
  if (rule.source === "property") put(plan.values, rule.identifier, watch);
  else if (rule.source === "event") put(plan.events, rule.identifier, watch);
  else plan.silence.push(watch);
  if (rule.clearEvent !== null) put(plan.clearing, rule.clearEvent, watch);
}

function put(into: Map<string, Watch[]>, key: string, watch: Watch): void {
  const list = into.get(key);
  if (list === undefined) into.set(key, [watch]);
  else list.push(watch);
}
