import type { HistoryServices } from "../../../app/platform.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Step } from "../laboratory/history-clock.ts";
import type { Staff } from "../laboratory/people.data.ts";
import { createSeedStore, type SeedStore } from "../seed.store.ts";
import { addBoxRecords } from "./box-records.ts";
import { type BoxVisit, createBoxVisitStore } from "./box-visits.store.ts";
import {
  accepted,
  closed,
  drafted,
  inProgress,
  refused,
  reported,
  returned,
  type Stage,
  submitted,
} from "./entrustment-stories.ts";
import { createEvidenceScript } from "./evidence-script.ts";
import { clientUnit, type EvidencePerson, type EvidenceStaff, evidencePeople } from "./people.data.ts";
import { playWorkOrders, type WorkPlace } from "./work-orders.ts";

const day = 86_400_000;
/** A little more than the oldest story reaches back. */
const visitDays = 30;

/**
 * Entrustments with their items, box records and work orders of a unit, as steps that are still to be played; none
 * where a first start that was cut off has played them already.
 */
export async function planEvidence(
  history: HistoryServices,
  db: Db,
  given: { staff: Staff; untilMs: number; places: readonly WorkPlace[]; dayOf: (ms: number) => string },
): Promise<Step[]> {
  const { untilMs, places, dayOf } = given;
  const boxes = createBoxVisitStore(db);
  if ((await history.entrustments.count(systemScope, { pageNum: 1, pageSize: 1 })) > 0) return [];
  const staff = await gatherEvidenceStaff(history, createSeedStore(db), given.staff);
  const visits = await boxes.listBoxVisits(staff.unitId, new Date(untilMs - visitDays * day));
  const script = createEvidenceScript(history);
  const stage: Stage = {
    ...{ script, staff, untilMs, visits: complete(visits, untilMs), dayOf },
    ago: (days, hours, minutes = 0) =>
      Math.floor((untilMs - days * day) / day) * day + hours * 3_600_000 + minutes * 60_000,
  };
  const stories = [closed, returned, reported, inProgress, accepted, submitted, refused, drafted];
  for (const play of stories) play(stage);
  const names = await boxes.listBoxes(staff.unitId);
  return [
    ...script.steps,
    ...addBoxRecords(history, staff, { untilMs, boxes: names, dayOf }),
    ...playWorkOrders(history, staff, { untilMs, places }),
  ];
}

/** Openings that are long enough ago for what was done then to be over. */
function complete(visits: readonly BoxVisit[], untilMs: number): BoxVisit[] {
  return visits.filter((visit) => visit.at < untilMs - 3 * 3_600_000);
}

async function gatherEvidenceStaff(
  history: HistoryServices,
  seeds: SeedStore,
  { unitId, sampler, sender, analyst, secondAnalyst, reviewer }: Staff,
): Promise<EvidenceStaff> {
  const clientUnitId = await seeds.ensureBelow(unitId, clientUnit);
  const added = evidencePeople.map(({ isClient, ...one }) => ({
    ...one,
    unitId: isClient ? clientUnitId : unitId,
  }));
  await seeds.addPeople(added);
  const callers = new Map(
    await Promise.all(
      evidencePeople.map(async ({ userName }) => {
        const id = await seeds.findPerson(userName);
        const caller = id === undefined ? null : await history.callerAs(id);
        if (caller === null) throw new Error(`${userName} was not created`);
        return [userName, caller] as const;
      }),
    ),
  );
  const who = (userName: EvidencePerson) => {
    const caller = callers.get(userName);
    if (caller === undefined) throw new Error(`${userName} was not created`);
    return caller;
  };
  return {
    ...{ unitId, clientUnitId, sampler, sender, reviewer },
    ...{ examiner: analyst, secondExaminer: secondAnalyst },
    ...{ custodian: who("chen.jing"), second: who("wang.lei"), approver: who("helena.berg") },
    ...{ client: who("tomas.dvorak"), chief: who("dirk.hoffmann"), engineer: who("nora.lindqvist") },
    custodianNamed: (name) => [...callers.values()].find((one) => one.nickName === name) ?? who("chen.jing"),
  };
}
