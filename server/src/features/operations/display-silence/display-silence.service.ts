import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import type { Db } from "../../../platform/store/database.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import { createDisplaySilenceStore } from "./display-silence.store.ts";

const maxPerSweep = 1000;

export type DisplaySilence = ReturnType<typeof createDisplaySilence>;

/** Raises an alarm for a display that has stopped reporting, and ends it once it reports again or was revoked. */
export function createDisplaySilence(options: {
  db: Db;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  now: () => number;
}) {
  const { alarms, now } = options;
  const store = createDisplaySilenceStore(options.db);
  return {
    async sweep(): Promise<{ raised: number; ended: number }> {
      const at = new Date(now());
      const silent = await store.listSilent(maxPerSweep);
      const raised = await alarms.raiseOwn(
        silent.map(({ id, name }) => ({
          ...{ origin: originOf("displaySilent", id), displayId: id, deviceId: null },
          ...{ name: "Display silent", nameZh: "显示屏无上报", identifier: name, at },
          ...{ source: "displaySilent", severity: "major" },
        })),
      );
      const over = await store.listEnded(maxPerSweep);
      const ended = over.length === 0 ? 0 : await alarms.endOwn(over, { by: "", at, note: "" });
      return { raised, ended };
    },
  };
}
