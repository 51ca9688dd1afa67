import { listFirmware } from "@tracewater/contract/fleet/firmware";
import {
  getFirmwareBatch,
  listFirmwareBatches,
  listUpgrades,
} from "@tracewater/contract/fleet/firmware-upgrades";
import { useEffect, useRef } from "react";
import { useLive } from "../../../api/live.ts";
import { invalidate } from "../../../api/use-api.ts";

const everyMs = 1000;

/** Each step of an upgrade brings what is on the screen up to date; of many at once, once a second. */
export function useLiveUpgrades(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useLive(["firmware"], (event) => {
    if (event.type !== "upgrade" || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      for (const call of [getFirmwareBatch, listFirmware, listFirmwareBatches, listUpgrades])
        void invalidate(call);
    }, everyMs);
  });
}
