import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import type { Db } from "../../../platform/store/database.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import { createUndertakingDueStore } from "./undertaking-due.store.ts";

const maxPerSweep = 1000;

/** Raises an alarm on a box whose return is overdue, and ends it once it came back or has another date. */
export function createUndertakingDueService(options: {
  db: Db;
  zone: string;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  now: () => number;
}) {
  const { alarms, now } = options;
  const store = createUndertakingDueStore(options.db, options.zone);
  return {
    async sweep(): Promise<{ raised: number; ended: number }> {
      const at = new Date(now());
      const overdue = await store.listOverdue(maxPerSweep);
      const raised = await alarms.raiseOwn(
        overdue.map(({ id, deviceId, undertakingNo }) => ({
          ...{
            origin: originOf("undertakingOverdue", id),
            deviceId,
            name: `Return overdue: ${undertakingNo}`,
            nameZh: `逾期未还：${undertakingNo}`,
          },
          ...{ source: "undertakingOverdue", identifier: undertakingNo, severity: "warning", at },
        })),
      );
      const over = await store.listEnded(maxPerSweep);
      const ended = over.length === 0 ? 0 : await alarms.endOwn(over, { by: "", at, note: "" });
      return { raised, ended };
    },
  };
}
