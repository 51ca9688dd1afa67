/** What became of each entrustment of the demo: one story for each state, as steps by the time they happened. */
import type { BoxVisit } from "./box-visits.store.ts";
import { boxed, material, written } from "./entrustment-texts.data.ts";
import type { EvidenceScript } from "./evidence-script.ts";
import type { EvidenceStaff } from "./people.data.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type Stage = {
  script: EvidenceScript;
  staff: EvidenceStaff;
  untilMs: number;
  /** The openings of the unit's boxes, the oldest first. */
  visits: readonly BoxVisit[];
  /** `yyyy-MM-dd` of a moment. */
  dayOf(ms: number): string;
  /** So many days ago, at this hour of UTC. */
  ago(days: number, hours: number, minutes?: number): number;
};

const laboratory = "Toxicology laboratory (example)";
const store = "Evidence centre, shelf B-2";

/** Sent in, decided upon and confirmed by both sides. */
function accept({ script, staff, ago }: Stage, of: { id: number }, daysAgo: number): void {
  const { approver, custodian, examiner, secondExaminer, reviewer } = staff;
  script.decide(ago(daysAgo, 10), approver, of, {
    ...{ decision: "accepted", firstExaminerId: examiner.userId },
    ...{ secondExaminerId: secondExaminer.userId, reviewerId: reviewer.userId },
  });
  script.confirm(ago(daysAgo, 11), custodian, of, "Tomáš Dvořák");
  script.confirm(ago(daysAgo, 11, 20), approver, of);
}

/** From the intake to the return of what was left, and to its closing. */
export function closed(stage: Stage): void {
  const { script, staff, ago, dayOf, untilMs } = stage;
  const { custodian, examiner, secondExaminer, reviewer, approver, unitId } = staff;
  const dueDate = dayOf(untilMs - 12 * day);
  const of = script.entrust(ago(27, 8), custodian, unitId, { ...written.closed, dueDate });
  const powder = script.item(ago(27, 8, 20), custodian, of, material.powder);
  const phone = script.item(ago(27, 8, 30), custodian, of, material.phone);
  script.step(ago(27, 9), custodian, of, "submit");
  script.record(ago(27, 9, 15), custodian, powder, "deposit", { place: store });
  script.record(ago(27, 9, 20), custodian, phone, "deposit", { place: "Evidence centre, Faraday cabinet" });
  accept(stage, of, 25);
  script.step(ago(24, 8), examiner, of, "start");
  const authority = "Entrustment, tests of exhibits 1 and 2";
  script.record(ago(24, 9), custodian, powder, "takeOut", { authority, place: "Evidence centre, counter" });
  script.record(ago(24, 9, 5), custodian, phone, "takeOut", { authority, place: "Evidence centre, counter" });
  script.pass(ago(24, 9, 10), [custodian, examiner], powder, { place: laboratory, sealNo: "SE-104418" });
  script.pass(ago(24, 9, 15), [custodian, secondExaminer], phone, { place: laboratory, sealNo: "SE-104419" });
  const [first = powder, second = powder] = script.split(ago(23, 9), examiner, powder, [0.5, 0.5]);
  script.record(ago(22, 10), examiner, first, "test", { amount: 0.4, authority: "Method LC-MS 4" });
  script.record(ago(21, 10), examiner, second, "test", { amount: 0.5, authority: "Method GC-MS 2" });
  script.record(ago(20, 10), secondExaminer, phone, "test", { amount: 0, authority: "Logical extraction" });
  script.step(ago(13, 14), reviewer, of, "report", { reportNo: "FR-2026-031" });
  script.record(ago(12, 8), examiner, powder, "seal", { sealNo: "SE-104502" });
  script.pass(ago(12, 9), [examiner, custodian], powder, { place: store, sealNo: "SE-104502" });
  script.pass(ago(12, 9, 5), [secondExaminer, custodian], phone, { place: store, sealNo: "SE-104419" });
  const handBack = { toPerson: "Tomáš Dvořák", authority: "Request of the client" };
  script.record(ago(8, 9), custodian, powder, "return", handBack);
  script.record(ago(8, 9, 10), custodian, phone, "return", handBack);
  script.record(ago(7, 9), examiner, first, "destroy", { authority: "Client's consent of the entrustment" });
  script.approveDestruction(ago(7, 13), approver, first, "Burnt, witnessed by L. Moreau.");
  script.step(ago(6, 9), custodian, of, "return");
  script.step(ago(4, 15), custodian, of, "close");
}

/** Water of a sewer: tested, and its remainder fetched by the court. */
export function returned(stage: Stage): void {
  const { script, staff, ago, dayOf, untilMs } = stage;
  const { custodian, second, examiner, secondExaminer, reviewer, unitId } = staff;
  const dueDate = dayOf(untilMs - 5 * day);
  const of = script.entrust(ago(22, 8), second, unitId, { ...written.returned, dueDate });
  const water = script.item(ago(22, 8, 15), second, of, material.water);
  const upstream = script.item(ago(22, 8, 20), second, of, material.upstream);
  script.record(ago(22, 8, 30), second, water, "collect", { place: "Sewer shaft 118, Hafenstrasse" });
  script.record(ago(22, 8, 35), second, water, "seal", { sealNo: "SE-104377" });
  script.step(ago(22, 9), second, of, "submit");
  accept(stage, of, 20);
  script.step(ago(19, 8), secondExaminer, of, "start");
  for (const [place, item] of [water, upstream].entries()) {
    const sealNo = place === 0 ? "SE-104377" : "SE-104378";
    script.pass(ago(19, 9, place), [second, examiner], item, { place: laboratory, sealNo });
    script.record(ago(18, 10, place), examiner, item, "test", { amount: 0.25, authority: "Method LC-MS 7" });
  }
  script.step(ago(9, 14), reviewer, of, "report", { reportNo: "FR-2026-036" });
  for (const [place, item] of [water, upstream].entries()) {
    const sealNo = place === 0 ? "SE-104377" : "SE-104378";
    script.pass(ago(8, 10, place), [examiner, custodian], item, {
      place: "Evidence centre, cold room",
      sealNo,
    });
    script.record(ago(4, 10, place), custodian, item, "return", { toPerson: "Registry of chamber 4" });
  }
  script.step(ago(3, 9), custodian, of, "return");
}

/** The report is out; a seal did not match, tablets are missing, and a destruction waits for its approval. */
export function reported(stage: Stage): void {
  const { script, staff, ago, dayOf, untilMs } = stage;
  const { custodian, second, examiner, reviewer, approver, unitId } = staff;
  const dueDate = dayOf(untilMs - day);
  const of = script.entrust(ago(19, 9), custodian, unitId, { ...written.reported, dueDate });
  const blue = script.item(ago(19, 9, 15), custodian, of, material.tablets);
  const green = script.item(ago(19, 9, 20), custodian, of, material.moreTablets);
  script.step(ago(19, 10), custodian, of, "submit");
  accept(stage, of, 17);
  script.step(ago(16, 8), examiner, of, "start");
  script.pass(ago(16, 9), [custodian, examiner], blue, { place: laboratory, sealNo: "SE-104391" });
  // The bag had another seal than the books said.
  script.pass(ago(16, 9, 5), [custodian, examiner], green, { place: laboratory, sealNo: "SE-104329" });
  script.record(ago(15, 10), examiner, blue, "test", { amount: 4, authority: "Method LC-MS 4" });
  script.record(ago(15, 11), examiner, green, "test", { amount: 2, authority: "Method LC-MS 4" });
  const [spare = blue] = script.split(ago(14, 9), examiner, blue, [16]);
  script.step(ago(6, 15), reviewer, of, "report", { reportNo: "FR-2026-041" });
  script.record(ago(5, 9), examiner, spare, "destroy", {
    authority: "Entrustment: the institution disposes",
  });
  script.approveDestruction(ago(4, 13), approver, spare, "Burnt, witnessed by L. Moreau.");
  script.pass(ago(5, 10), [examiner, second], blue, { place: store, sealNo: "SE-104391" });
  script.pass(ago(5, 10, 5), [examiner, second], green, { place: store, sealNo: "SE-104392" });
  script.record(ago(5, 11, 30), second, blue, "deposit", { place: store });
  script.record(ago(5, 11, 35), second, green, "deposit", { place: store });
  // 22 by the books.
  script.record(ago(2, 9), second, green, "audit", {
    amount: 21,
    sealNo: "SE-104392",
    note: "Monthly inventory.",
  });
  script.record(ago(1, 9), second, blue, "destroy", { authority: "Entrustment: the institution disposes" });
}

/** Under examination and past its date: material in the laboratory, with a handover that nobody took in time and one under way. */
export function inProgress(stage: Stage): void {
  const { script, staff, ago, dayOf, untilMs } = stage;
  const { custodian, second, examiner, secondExaminer, unitId } = staff;
  const dueDate = dayOf(untilMs - 2 * day);
  const of = script.entrust(ago(14, 8), custodian, unitId, { ...written.inProgress, dueDate });
  const scale = script.item(ago(14, 8, 20), custodian, of, material.scale);
  const exhibit = script.item(ago(14, 8, 25), custodian, of, material.exhibit);
  const swabs = script.item(ago(14, 8, 30), custodian, of, material.swabs);
  script.step(ago(14, 9), custodian, of, "submit");
  accept(stage, of, 12);
  script.step(ago(11, 8), examiner, of, "start");
  script.pass(ago(11, 9), [custodian, examiner], exhibit, { place: laboratory, sealNo: "SE-104431" });
  script.pass(ago(11, 9, 5), [custodian, secondExaminer], scale, { place: laboratory, sealNo: "SE-104430" });
  const [half = exhibit] = script.split(ago(10, 9), examiner, exhibit, [200]);
  script.record(ago(10, 10), examiner, half, "test", { amount: 55.5, authority: "Method GC-MS 2" });
  script.record(ago(9, 10), secondExaminer, scale, "test", { amount: 0, authority: "Microscopy" });
  script.pass(ago(4, 9), [secondExaminer, second], scale, {
    ...{ place: "Evidence centre, counter", sealNo: "SE-104430" },
  });
  script.record(ago(3, 9), custodian, swabs, "handover", { toUserId: second.userId, expiresInHours: 4 });
  const toSecond = { toUserId: secondExaminer.userId, expiresInHours: 48, note: "For the second opinion." };
  script.record(untilMs - 90 * minute, examiner, half, "handover", toSecond);
  inAndOutOfBox(stage, of);
}

/** An item that lay its days in a box: each change of hands and of place when the box says that it was opened. */
function inAndOutOfBox({ script, staff, visits, ago, untilMs }: Stage, of: { id: number }): void {
  const stays = visits.flatMap((put) => {
    const taken = releaseOf(put, visits);
    return taken === undefined || taken.at > untilMs - day || put.at < ago(12, 13) ? [] : [{ put, taken }];
  });
  const last = stays.at(-1);
  if (last === undefined) return;
  const { put, taken } = last;
  const [from, to] = [staff.custodianNamed(put.person), staff.custodianNamed(taken.person)];
  const item = script.item(put.at - 40 * minute, from, of, {
    ...{ name: "Glove found beside the scale", quantity: 1, unit: "piece", uniqueMark: "Exhibit 11" },
    ...{ packaging: "Paper bag", sealNo: "SE-104470", origin: "fetched", place: "Evidence centre, counter" },
  });
  const { deviceName, slot } = put;
  script.record(put.at + 20_000, from, item, "deposit", { deviceName, slot, note: put.authority });
  // Custody goes to a colleague, the item stays where it lies.
  if (from.userId !== to.userId) script.pass(taken.at - 3 * hour, [from, to], item, { sealNo: "SE-104470" });
  const authority = taken.authority;
  script.record(taken.at + 20_000, to, item, "takeOut", { authority, place: "Evidence centre, counter" });
  script.pass(taken.at + hour, [to, staff.secondExaminer], item, { place: laboratory, sealNo: "SE-104470" });
}

/** When the item of a deposit was released from its slot again. */
function releaseOf(put: BoxVisit, visits: readonly BoxVisit[]): BoxVisit | undefined {
  if (!put.authority.startsWith("DEP-")) return undefined;
  return visits.find((one) => one.deviceName === put.deviceName && one.slot === put.slot && one.at > put.at);
}

/** Accepted, and the client has not confirmed it yet; what came last lies in boxes. */
export function accepted(stage: Stage): void {
  const { script, staff, ago, dayOf, untilMs, visits } = stage;
  const { custodian, approver, examiner, secondExaminer, reviewer, unitId } = staff;
  const dueDate = dayOf(untilMs + 18 * day);
  const of = script.entrust(ago(8, 8), custodian, unitId, { ...written.accepted, dueDate });
  const notes = script.item(ago(8, 8, 20), custodian, of, material.notes);
  script.step(ago(8, 9), custodian, of, "submit");
  script.record(ago(8, 9, 30), custodian, notes, "deposit", { place: store });
  script.decide(ago(7, 5), approver, of, {
    ...{ decision: "accepted", firstExaminerId: examiner.userId },
    ...{ secondExaminerId: secondExaminer.userId, reviewerId: reviewer.userId },
  });
  script.confirm(ago(7, 5, 30), approver, of);
  const inBoxes = visits.filter(
    (one) => one.authority.startsWith("DEP-") && one.at > ago(6, 13) && releaseOf(one, visits) === undefined,
  );
  for (const [place, item] of boxed.entries()) {
    const put = inBoxes[place];
    if (put === undefined) break;
    const by = staff.custodianNamed(put.person);
    const sealNo = `SE-10448${place}`;
    const where = { sealNo, uniqueMark: `Exhibit ${13 + place}`, place: "Evidence centre, counter" };
    const made = script.item(put.at - 35 * minute, by, of, { ...item, ...where });
    const { deviceName, slot, authority } = put;
    script.record(put.at + 20_000, by, made, "deposit", { deviceName, slot, note: authority });
  }
}

/** Sent in: one that waits past its seven working days, one of the client's own people, one that lacks something. */
export function submitted({ script, staff, ago }: Stage): void {
  const { custodian, second, approver, client, clientUnitId, unitId } = staff;
  const late = script.entrust(ago(13, 8), second, unitId, written.late);
  const contract = script.item(ago(13, 8, 20), second, late, material.contract);
  script.record(ago(13, 8, 40), second, contract, "deposit", { place: store });
  script.step(ago(13, 9), second, late, "submit");

  const own = script.entrust(ago(2, 8), client, clientUnitId, written.submitted);
  script.item(ago(2, 8, 10), client, own, material.card);
  script.step(ago(2, 8, 30), client, own, "submit");

  const lacking = script.entrust(ago(6, 8), custodian, unitId, written.supplement);
  script.item(ago(6, 8, 20), custodian, lacking, material.tablet);
  script.step(ago(6, 9), custodian, lacking, "submit");
  const reason = "The order that allows the search of the device is missing.";
  script.decide(ago(5, 12), approver, lacking, { decision: "supplement", reason });
}

export function refused({ script, staff, ago }: Stage): void {
  const { second, approver, unitId } = staff;
  const of = script.entrust(ago(10, 8), second, unitId, written.refused);
  const files = script.item(ago(10, 8, 20), second, of, material.files);
  script.step(ago(10, 9), second, of, "submit");
  const reason = "Clinical questions are not within the scope of this institution.";
  script.decide(ago(9, 12), approver, of, { decision: "refused", refusalGround: "outsideScope", reason });
  script.record(ago(9, 14), second, files, "return", { toPerson: "Registry of chamber 4" });
}

export function drafted({ script, staff, untilMs }: Stage): void {
  script.entrust(untilMs - 3 * hour, staff.client, staff.clientUnitId, written.draft);
}
