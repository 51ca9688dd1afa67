import {
  getSituation,
  getSituationAreas,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";

/** What the screens show, and what is kept of it for a start without a server. */
export const shownCalls = [
  getSituation,
  getSituationLoads,
  getSituationPoints,
  getSituationAreas,
  listSituationDevices,
];
