import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { mayDo } from "../../../platform/caller.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ReportScheduleService } from "../../laboratory/reports/report-schedule.service.ts";
import { createWaitingWorkStore } from "./waiting-work.store.ts";

/** What waits for the caller: each kind for who may do something about it. */
export function serveWaitingWork(
  serve: Serve,
  parts: {
    db: Db;
    zone: string;
    now: () => number;
    reportsDue: ReportScheduleService["countDue"];
  },
): void {
  const store = createWaitingWorkStore(parts.db, parts.zone);
  serve.forCaller(getWaitingWork, async (_input, caller) => {
    const { scope, userId } = caller;
    const now = new Date(parts.now());
    const [overdueSamples, reviews, doubts, plans, bottles, deliveries, accountRequests] = await Promise.all([
      mayDo(caller, "laboratory:sampling:list") ? store.overdueSamples(scope, now) : null,
      mayDo(caller, "laboratory:assay:review") ? store.reviews(scope, userId) : null,
      mayDo(caller, "laboratory:assay:review") ? store.doubts(scope, userId) : null,
      mayDo(caller, "laboratory:plan:approve") ? store.plans(scope, userId, now) : null,
      mayDo(caller, "field:bottle:list") ? store.bottles(scope) : null,
      mayDo(caller, "laboratory:delivery:receive") ? store.deliveries(scope) : null,
      mayDo(caller, "system:accountRequest:approve") ? store.accountRequests(scope) : null,
    ]);
    const [decisions, handovers, disposals, overdueReturns, reports] = await Promise.all([
      mayDo(caller, "evidence:entrustment:decide") ? store.decisions(scope) : null,
      mayDo(caller, "evidence:item:handle") ? store.handovers(scope, userId, now) : null,
      mayDo(caller, "evidence:item:approve") ? store.disposals(scope, userId) : null,
      mayDo(caller, "evidence:undertaking:edit") ? store.overdueReturns(scope, now) : null,
      mayDo(caller, "laboratory:report:add") ? parts.reportsDue(scope) : null,
    ]);
    const others = { decisions, handovers, disposals, overdueReturns, reports };
    return {
      data: { overdueSamples, reviews, doubts, plans, bottles, deliveries, accountRequests, ...others },
    };
  });
}
