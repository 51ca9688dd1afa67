import {
  getEntrustment,
  getEntrustmentTrack,
  listEntrustments,
} from "@tracewater/contract/evidence/entrustments";
import { listItemFiles } from "@tracewater/contract/evidence/item-files";
import { getEvidenceItem, listEvidenceItems } from "@tracewater/contract/evidence/items";
import { invalidate } from "../../../api/use-api.ts";

/** After a step of an entrustment or an item: each is part of the other. */
export function refreshEvidence(): void {
  for (const call of [
    listEntrustments,
    getEntrustment,
    getEntrustmentTrack,
    listEvidenceItems,
    getEvidenceItem,
    listItemFiles,
  ])
    void invalidate(call);
}
