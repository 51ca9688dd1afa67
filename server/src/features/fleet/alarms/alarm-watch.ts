/*
 * The rules at work on what comes in: compiled, in memory, asked on the way of every batch into the database. Of a
 * value that no rule is about it costs a look into a map, of one that changes nothing a comparison more. What changes
 * an alarm is written in the transaction of the readings themselves; memory follows what the database says was done.
 */
import type { About } from "../fleet-events.ts";
import type { Evaluation, StoredUplink, UplinkWatch, ValueRow } from "../uplink.ts";
import type { Phase, WatchState } from "./alarm-rule.model.ts";
import { type CompiledRule, emptyPlan, fits, type Plan, place, type Watch, watchesOf } from "./watch-plan.ts";
import { createWork, lookAtEvent, lookAtValue, stateOf } from "./watch-work.ts";

/** What the database knows of rules that are not idle. Times are microseconds. */
export type StoredWatch = {
  ruleId: number;
  deviceId: number;
  phase: Exclude<Phase, "idle">;
  since: number;
  lastAt: number;
};

export function createAlarmWatch(node: string) {
  let rules: readonly CompiledRule[] = [];
  let generation = 0;
  let changes = 0;
  const plans = new Map<number, Plan>();
  const stored = new Map<number, Map<number, WatchState & { changedAt: number }>>();

  function planOf(about: About): Plan {
    const known = plans.get(about.deviceId);
    if (known !== undefined && known.generation === generation && known.unitId === about.unitId) return known;
    const plan = makePlan(about, known);
    plans.set(about.deviceId, plan);
    return plan;
  }

  function makePlan(about: About, before: Plan | undefined): Plan {
    const had = new Map(before === undefined ? [] : watchesOf(before).map((watch) => [watch.rule.id, watch]));
    const plan = emptyPlan(generation, about.unitId);
    for (const rule of rules) {
      if (fits(rule, about)) place(plan, makeWatch(rule, about.deviceId, had.get(rule.id)));
    }
    return plan;
  }

  function makeWatch(rule: CompiledRule, deviceId: number, before: Watch | undefined): Watch {
    const known = stored.get(deviceId)?.get(rule.id);
    const idle: WatchState = { phase: "idle", since: 0, lastAt: before?.state.lastAt ?? 0 };
    let state = known === undefined ? idle : { phase: known.phase, since: known.since, lastAt: known.lastAt };
    if (state.phase === "pending" && before !== undefined && before.rule.revision !== rule.revision)
      state = idle;
    return { rule, deviceId, state, next: null, changedAt: 0 };
  }

  function keep(watch: Watch, state: WatchState): void {
    changes += 1;
    watch.state = state;
    watch.changedAt = changes;
    const ofDevice = stored.get(watch.deviceId) ?? new Map();
    if (state.phase === "idle") ofDevice.delete(watch.rule.id);
    else ofDevice.set(watch.rule.id, { ...state, changedAt: changes });
    if (ofDevice.size === 0) stored.delete(watch.deviceId);
    else stored.set(watch.deviceId, ofDevice);
  }

  return {
    /** Other rules from now on; what they know of devices goes over to those that stay. */
    setRules(next: readonly CompiledRule[]): void {
      rules = next;
      generation += 1;
    },

    /** Marks the moment before the database is asked for what it knows. */
    mark: (): number => changes,

    /** Takes over what the database knows, except where something changed since `mark`. */
    restore(known: readonly StoredWatch[], mark: number): void {
      const fresh = new Map<number, Map<number, StoredWatch>>();
      for (const one of known) {
        const ofDevice = fresh.get(one.deviceId) ?? new Map();
        ofDevice.set(one.ruleId, one);
        fresh.set(one.deviceId, ofDevice);
      }
      for (const [deviceId, ofDevice] of stored) {
        for (const [ruleId, one] of ofDevice) {
          if (one.changedAt <= mark && fresh.get(deviceId)?.get(ruleId) === undefined)
            ofDevice.delete(ruleId);
        }
        if (ofDevice.size === 0) stored.delete(deviceId);
      }
      for (const one of known) {
        const ofDevice = stored.get(one.deviceId) ?? new Map();
        const had = ofDevice.get(one.ruleId);
        if (had !== undefined && had.changedAt > mark) continue;
        ofDevice.set(one.ruleId, { phase: one.phase, since: one.since, lastAt: one.lastAt, changedAt: mark });
        stored.set(one.deviceId, ofDevice);
      }
      for (const [deviceId, plan] of plans) {
        for (const watch of watchesOf(plan)) {
          if (watch.changedAt > mark) continue;
          const one = stored.get(deviceId)?.get(watch.rule.id);
          const { lastAt } = watch.state;
          if (one === undefined) watch.state = { phase: "idle", since: 0, lastAt };
          else watch.state = { phase: one.phase, since: one.since, lastAt: Math.max(one.lastAt, lastAt) };
        }
      }
    },

    /** Somebody else opened or ended an alarm: a person, the sweep, another node. */
    applyExternal(fact: { ruleId: number; deviceId: number; isOpen: boolean; at: number }): void {
      const plan = plans.get(fact.deviceId);
      const watch =
        plan === undefined ? undefined : watchesOf(plan).find((one) => one.rule.id === fact.ruleId);
      const lastAt = Math.max(watch?.state.lastAt ?? 0, fact.isOpen ? fact.at : 0);
      const state: WatchState = {
        phase: fact.isOpen ? "open" : "idle",
        since: fact.isOpen ? fact.at : 0,
        lastAt,
      };
      const rule = watch?.rule ?? rules.find((one) => one.id === fact.ruleId);
      if (rule === undefined) return;
      keep(watch ?? { rule, deviceId: fact.deviceId, state, next: null, changedAt: 0 }, state);
    },

    /** What these uplinks change; null where nothing. Asked again for the same ones, it answers the same. */
    evaluate(batch: readonly StoredUplink[], repeated: ReadonlySet<ValueRow>): Evaluation | null {
      const work = createWork(node);
      for (const uplink of batch) {
        const plan = planOf(uplink.about);
        if (plan.isEmpty) continue;
        const { about, receivedMicros } = uplink;
        if (plan.values.size > 0) {
          for (const value of uplink.values) {
            const watches = plan.values.get(value.identifier);
            if (watches !== undefined && value.number !== null && !repeated.has(value))
              lookAtValue(work, watches, value, value.number, uplink);
          }
        }
        for (const event of uplink.events) lookAtEvent(work, plan, event, uplink);
        if (plan.silence.length > 0 && uplink.values.length + uplink.events.length > 0) {
          for (const watch of plan.silence) {
            if (stateOf(watch).phase === "open")
              work.take(watch, "clear", { about, at: receivedMicros, received: receivedMicros });
          }
        }
      }
      return work.finish(keep);
    },
  } satisfies UplinkWatch & Record<string, unknown>;
}
