import {
  getEntrustment,
  getEntrustmentTrack,
  listEntrustments,
} from "@tracewater/contract/evidence/entrustments";
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
  ])
    void invalidate(call);
}
