/* The wall of the evidence brand: what is in custody, where, and what needs a look. */
import type { ReplyOf } from "@tracewater/contract/call";
import {
  boxWorkState,
  type CustodyStreamEvent,
  type getCustodySituation,
  type SealState,
} from "@tracewater/contract/operations/situation-custody";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import { createDayClock } from "../../../platform/day-clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createCustodySituationStore, type StreamedEvent } from "./custody-situation.store.ts";

const maxEvents = 8;
const maxHandovers = 20;
const maxPlaces = 200;
const maxOverdue = 20;

type CustodySituation = ReplyOf<typeof getCustodySituation>["data"];

export function createCustodySituationService(options: { db: Db; zone: string; now: () => number }) {
  const { zone, now } = options;
  const store = createCustodySituationStore(options.db, zone);
  const clock = createDayClock(zone, now);

  async function readBoxes(scope: Scope): Promise<CustodySituation["boxes"]> {
    const [counted, places, overdue] = await Promise.all([
      store.countBoxes(scope),
      store.listPlaces(scope, maxPlaces),
      store.listOverdue(scope, maxOverdue),
    ]);
    const countOf = (state: string) => counted.find((one) => one.state === state)?.count ?? 0;
    return {
      count: counted.reduce((sum, { count }) => sum + count, 0),
      states: Object.fromEntries(boxWorkState.options.map((state) => [state, countOf(state)])) as Record<
        (typeof boxWorkState.options)[number],
        number
      >,
      places,
      overdue: overdue.rows,
      overdueCount: overdue.count,
    };
  }

  return async function readCustody(caller: Caller): Promise<CustodySituation> {
    const { scope } = caller;
    const at = now();
    const [seals, boxes, handovers, counted, stream, check] = await Promise.all([
      store.countSeals(scope),
      mayDo(caller, "device:evidenceBox:list") ? readBoxes(scope) : null,
      store.listHandovers(scope, new Date(at), maxHandovers),
      store.countHandovers(scope, new Date(at)),
      store.listEvents(scope, clock.today(), maxEvents),
      store.findCheck(),
    ]);
    const { items, none, mismatch, broken } = seals;
    return {
      ...{ asOf: at, items, boxes, handovers, ...counted },
      seals: { intact: items - none - mismatch - broken, none, mismatch, broken },
      events: stream.events.map((one, index) => eventOf(one, stream.events[index + 1])),
      eventsToday: stream.since,
      check:
        check === null
          ? null
          : {
              ...{ checkedAt: check.checkedAt, events: check.rows, signedTo: check.signedTo },
              isWhole: check.fault === null,
            },
    };
  };
}

function eventOf(
  { seq, hash, subject, record }: StreamedEvent,
  before: StreamedEvent | undefined,
): CustodyStreamEvent {
  const { kind, time, actor, from, to, place } = record;
  const about = { seq, hash, subject, kind, from, to, place, at: time, actor: actor.name };
  return { ...about, seal: sealOf(record), followsPrevious: before?.seq === seq - 1 };
}

/** What an event says of a seal: what was read where one was read, else the seal of the item after it. */
function sealOf({ evidence, sealNo }: StreamedEvent["record"]): SealState | null {
  if (evidence === null) return sealNo === null ? null : "intact";
  if (evidence.sealMatches === false) return (evidence.sealAfter ?? "") === "" ? "broken" : "mismatch";
  if (evidence.after === null) return null;
  return evidence.after.sealNo === "" ? "none" : "intact";
}
