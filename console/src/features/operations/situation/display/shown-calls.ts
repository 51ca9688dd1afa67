import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { getCustodySituation } from "@tracewater/contract/operations/situation-custody";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { listUnitAreas } from "@tracewater/contract/operations/unit-areas";

/** What the screens show, and what is kept of it for a start without a server. */
export const shownCalls = [
  getSituation,
  getSituationLoads,
  getSituationPoints,
  getSituationAreas,
  listSituationDevices,
  getCustodySituation,
  listUnitAreas,
];
