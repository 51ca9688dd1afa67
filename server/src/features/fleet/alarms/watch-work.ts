/* What the uplinks of one batch change of the alarms: gathered as they are looked at, written, and then kept. */
import type { Evaluation, EventRow, StoredUplink, ValueRow } from "../uplink.ts";
import { after, stepOf, type WatchState } from "./alarm-rule.model.ts";
import { type Change, type ChangeKind, writeChanges } from "./alarm-writer.store.ts";
import type { Plan, Watch } from "./watch-plan.ts";

type At = Pick<Change, "about" | "at" | "received"> & Partial<Pick<Change, "metric" | "value" | "params">>;
export type Work = ReturnType<typeof createWork>;

export function createWork(node: string) {
  const touched = new Set<Watch>();
  const queues = new Map<Watch, Change[]>();

  function take(watch: Watch, kind: ChangeKind, given: At): void {
    const state = stateOf(watch);
    if (!touched.has(watch)) touched.add(watch);
    const { at } = given;
    watch.next =
      kind === "repeat" ? { ...state, lastAt: at } : after(kind === "restart" ? "restart" : kind, state, at);
    const queue = queues.get(watch) ?? [];
    queue.push({
      kind,
      ruleId: watch.rule.id,
      metric: null,
      value: null,
      params: null,
      newest: at,
      ...given,
      since: kind === "raise" || kind === "pending" || kind === "restart" ? watch.next.since : at,
    });
    queues.set(watch, queue);
  }

  return {
    take,
    finish(keep: (watch: Watch, state: WatchState) => void): Evaluation | null {
      if (touched.size === 0) return null;
      const list = [...touched];
      const rounds = toRounds(list, queues);
      let refused: ReadonlyMap<string, "stale" | "gone"> = new Map();
      return {
        async write(db) {
          refused = await writeChanges(db, rounds, node);
        },
        commit() {
          for (const watch of list) {
            const next = watch.next;
            watch.next = null;
            if (next === null) continue;
            const fate = refused.get(`${watch.rule.id}/${watch.deviceId}`);
            // The database knows a newer value than these: memory was of another time, and changes nothing.
            if (fate === undefined) keep(watch, next);
            else if (fate === "gone") keep(watch, { phase: "idle", since: 0, lastAt: next.lastAt });
            else watch.state.lastAt = Math.max(watch.state.lastAt, next.lastAt);
          }
        },
        rollback() {
          for (const watch of list) watch.next = null;
        },
      };
    },
  };
}

export function lookAtValue(
  work: Work,
  watches: readonly Watch[],
  value: ValueRow,
  number: number,
  uplink: StoredUplink,
): void {
  for (const watch of watches) {
    const state = stateOf(watch);
    const step = stepOf(watch.rule.condition, state, value.atMicros, number);
    if (step === null) {
      if (value.atMicros > state.lastAt) state.lastAt = value.atMicros;
    } else {
      const { about, receivedMicros } = uplink;
      work.take(watch, step, {
        about,
        at: value.atMicros,
        received: receivedMicros,
        metric: value.metric,
        value: number,
      });
    }
  }
}

export function lookAtEvent(
  work: Work,
  plan: Plan,
  event: EventRow,
  { about, receivedMicros }: StoredUplink,
): void {
  const given = { about, at: event.atMicros, received: receivedMicros };
  for (const watch of plan.clearing.get(event.identifier) ?? []) {
    const { phase, lastAt } = stateOf(watch);
    if (phase === "open" && event.atMicros >= lastAt) work.take(watch, "clear", given);
  }
  for (const watch of plan.events.get(event.identifier) ?? []) {
    const { phase, lastAt } = stateOf(watch);
    if (event.atMicros <= lastAt) continue;
    work.take(watch, phase === "open" ? "repeat" : "raise", { ...given, params: event.params });
  }
}

export function stateOf(watch: Watch): WatchState {
  return watch.next ?? watch.state;
}

/** One statement serves many devices; what one watch changes twice in a batch is in two rounds. */
function toRounds(watches: readonly Watch[], queues: ReadonlyMap<Watch, Change[]>): Change[][] {
  const rounds: Change[][] = [];
  for (const watch of watches) {
    const newest = stateOf(watch).lastAt;
    for (const [round, change] of (queues.get(watch) ?? []).entries()) {
      const place = rounds[round] ?? [];
      place.push({ ...change, newest: Math.max(newest, change.at) });
      rounds[round] = place;
    }
  }
  return rounds;
}
