/** Undertakings and contract awards of the demo's evidence boxes: in time, overdue, over, and still to come. */
import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import type { HistoryServices } from "../../../app/platform.ts";
import type { Step } from "../laboratory/history-clock.ts";
import type { EvidenceStaff } from "./people.data.ts";

const day = 86_400_000;

export function addBoxRecords(
  history: HistoryServices,
  { custodian, unitId }: EvidenceStaff,
  given: { untilMs: number; boxes: readonly string[]; dayOf: (ms: number) => string },
): Step[] {
  const { untilMs, boxes, dayOf } = given;
  const on = (days: number) => dayOf(untilMs + days * day);
  const [first, second = first, third = second] = boxes;
  if (first === undefined) return [];
  const undertake = (written: object) => async () =>
    void (await history.undertakings.add(
      custodian,
      undertakings.calls.add.body.parse({ unitId, ...written }),
    ));
  const award = (written: object) => async () =>
    void (await history.contractAwards.add(
      custodian,
      contractAwards.calls.add.body.parse({ unitId, currency: "EUR", ...written }),
    ));
  const works = [
    undertake({
      ...{ undertakingNo: "OU-2026-011", deviceName: first, undertaker: "City police, narcotics department" },
      ...{ contact: "Tomáš Dvořák, +420 555 0143", place: "Police station 3, evidence room" },
      ...{ purpose: "Intake of exhibits during a house search", beginsOn: on(-21), dueOn: on(-14) },
      ...{ returnedOn: on(-15), documentName: "Undertaking OU-2026-011, signed.pdf" },
    }),
    undertake({
      ...{ undertakingNo: "OU-2026-014", deviceName: second, undertaker: "Customs office, port" },
      ...{ contact: "M. Visser, +31 555 0170", place: "Customs office, hall 2" },
      ...{ purpose: "Storage of seized parcels until their transport", beginsOn: on(-4), dueOn: on(10) },
      ...{ returnedOn: null, documentName: "Undertaking OU-2026-014, signed.pdf" },
    }),
    undertake({
      ...{ undertakingNo: "OU-2026-013", deviceName: third, undertaker: "District court, chamber 4" },
      ...{ contact: "Registry of chamber 4, +31 555 0112", place: "Court house, room 118" },
      ...{ purpose: "Presentation of exhibits at the trial", beginsOn: on(-16), dueOn: on(-3) },
      ...{ returnedOn: null, remark: "The trial was prolonged; an extension was asked for by phone." },
    }),
    award({
      ...{ contractNo: "CA-2026-007", deviceName: first, awardedBy: "European plants (example)" },
      ...{ contractor: "Kurier Nord", subject: "Transport of sealed evidence boxes", amount: 18_400 },
      ...{ beginsOn: on(-120), endsOn: on(245), documentName: "Contract CA-2026-007.pdf" },
    }),
    award({
      ...{ contractNo: "CA-2025-019", deviceName: second, awardedBy: "European plants (example)" },
      ...{ contractor: "Lockworks Ltd", subject: "Maintenance of the electronic locks", amount: 3250.5 },
      ...{ beginsOn: on(-380), endsOn: on(-15), remark: "Not renewed yet." },
    }),
    award({
      ...{ contractNo: "CA-2026-009", deviceName: third, awardedBy: "European plants (example)" },
      ...{
        contractor: "Metrology institute",
        subject: "Calibration of thermometers and scales",
        amount: 2100,
      },
      ...{ beginsOn: on(12), endsOn: on(377) },
    }),
  ];
  return works.map((work, place) => ({ at: untilMs - 4 * 60_000 + place, work }));
}
