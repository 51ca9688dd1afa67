import type { Json } from "@tracewater/custody/canonical";
import { type EvidenceDocument, evidenceFormat } from "@tracewater/custody/evidence-file";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { FoundEntrustment } from "./entrustment.store.ts";
import type { FoundItem } from "./item.store.ts";
import type { StoredItemFile } from "./item-file.store.ts";

/** The letter of entrustment and its items as the file shows them: what people entered, no number of the database. */
export function documentOf(given: {
  found: FoundEntrustment;
  items: readonly FoundItem[];
  files: readonly StoredItemFile[];
  by: string;
  at: Date;
  language: Language;
  printIso: PrintMoment;
}): EvidenceDocument {
  const { found, items, files, by, at, language, printIso } = given;
  return {
    ...{ ...evidenceFormat, chain: "custody", language, exportedAt: printIso(at), exportedBy: by },
    entrustment: letterOf(found, (moment) => (moment === null ? null : printIso(new Date(moment)))),
    items: items.map((item) => itemOf(item, printIso)),
    files: files.map(({ itemNo: item, name, mediaType, sha256 }) => ({ item, name, mediaType, sha256 })),
  };
}

function letterOf(found: FoundEntrustment, print: (at: number | null) => string | null) {
  const { entrustmentId, entrustmentNo, unitName, state, createdBy } = found;
  const { clientName, clientAddress, contact, phone, clientDocument, caseNo, matters, facts, risks } = found;
  const { purpose, examination, earlierNo, disposition, fetchWeeks, fee, feeNote, dueDate } = found;
  const { feeCurrency } = found;
  const { opinionDelivery, copies, retention, retentionGround, decision, decisionReason } = found;
  const { firstExaminer, secondExaminer, reviewer, refusalGround, reportNo } = found;
  return {
    ...{ entrustmentId, entrustmentNo, unitName, state, createdBy, createdAt: print(found.createdAt) },
    ...{ clientName, clientAddress, contact, phone, clientDocument, caseNo, matters, facts, risks },
    ...{ purpose, examination, earlierNo, disposition, fetchWeeks, fee, feeNote, dueDate },
    // Left out where there is none: documents of earlier entrustments keep their members.
    ...(feeCurrency === null ? {} : { feeCurrency }),
    ...{ opinionDelivery, copies, retention, retentionGround, decision, decisionReason },
    ...{ firstExaminer, secondExaminer, reviewer, refusalGround, reportNo },
    workTypes: found.workTypes,
    persons: found.persons.map((person) => ({ ...person })),
    ...{ decidedBy: found.decidedBy, decidedAt: print(found.decidedAt) },
    ...{ clientConfirmedBy: found.clientConfirmedBy, clientConfirmedAt: print(found.clientConfirmedAt) },
    institutionConfirmedBy: found.institutionConfirmedBy,
    institutionConfirmedAt: print(found.institutionConfirmedAt),
    ...{ reportedBy: found.reportedBy, reportedAt: print(found.reportedAt) },
  } satisfies Json;
}

function itemOf(item: FoundItem, printIso: PrintMoment) {
  const { itemId, itemNo, parentNo, name, quantity, unit, uniqueMark, packaging, sealNo, photoHash } = item;
  const { storage, hazard, origin, state, holder, place, deviceName, slot, reserve, consumed } = item;
  const { returnedAmount, destroyedAmount, createdAt } = item;
  return {
    ...{ itemId, itemNo, parentNo, name, quantity, unit, uniqueMark, packaging, sealNo, photoHash },
    ...{ storage, hazard, origin, state, holder, place, deviceName, slot, reserve, consumed },
    ...{ returnedAmount, destroyedAmount, createdAt: printIso(new Date(createdAt)) },
  } satisfies Json;
}
