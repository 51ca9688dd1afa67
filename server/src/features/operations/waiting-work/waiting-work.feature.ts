import { getWaitingWork } from "@tracewater/contract/operations/waiting-work";
import { mayDo } from "../../../platform/caller.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { ReportScheduleService } from "../../laboratory/reports/report-schedule.service.ts";
import { createWaitingWorkStore } from "./waiting-work.store.ts";

/** What waits for the caller: each kind for who may do something about it. */
export function serveWaitingWork(
  serve: Serve,
  parts: { db: Db; now: () => number; reportsDue: ReportScheduleService["countDue"] },
): void {
  const store = createWaitingWorkStore(parts.db);
  serve.forCaller(getWaitingWork, async (_input, caller) => {
    const { scope, userId } = caller;
    const now = new Date(parts.now());
    const [overdueSamples, reviews, plans, bottles, deliveries, accountRequests, reports] = await Promise.all(
      [
        mayDo(caller, "laboratory:sampling:list") ? store.overdueSamples(scope, now) : null,
        mayDo(caller, "laboratory:assay:review") ? store.reviews(scope, userId) : null,
        mayDo(caller, "laboratory:plan:approve") ? store.plans(scope, userId, now) : null,
        mayDo(caller, "field:bottle:list") ? store.bottles(scope) : null,
        mayDo(caller, "laboratory:delivery:receive") ? store.deliveries(scope) : null,
        mayDo(caller, "system:accountRequest:approve") ? store.accountRequests(scope) : null,
        mayDo(caller, "laboratory:report:add") ? parts.reportsDue(scope) : null,
      ],
    );
    return { data: { overdueSamples, reviews, plans, bottles, deliveries, accountRequests, reports } };
  });
}
