import { firstCategory } from "@tracewater/contract/laboratory/factors";
import {
  getSituation,
  getSituationPoints,
  listSituationDevices,
} from "@tracewater/contract/operations/situation";
import { getSituationLoads } from "@tracewater/contract/operations/situation-loads";
import { hasPermission } from "../../../api/session.ts";
import { fetchAhead } from "../../../api/use-api.ts";
import { siteConfig } from "../../../kit/site-config.ts";

/** What the screens of loads ask for first, fetched while their code is still on its way. The session has to be known. */
export function fetchFirstData(): void {
  if (siteConfig.brand === "evidence") return;
  fetchAhead(getSituation, {});
  fetchAhead(listSituationDevices, {});
  if (!hasPermission("laboratory:load:list")) return;
  fetchAhead(getSituationLoads, { query: {} });
  fetchAhead(getSituationPoints, { query: { category: firstCategory } });
}
