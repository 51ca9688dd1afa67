import {
  type BottleSlot,
  getBottleCodes,
  getExtraBottleCodes,
  listBottleEntries,
} from "@tracewater/contract/field/sampler-bottles";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { useLive } from "../../api/live.ts";
import { invalidate, useApi } from "../../api/use-api.ts";

const entering = ["enterBottleBodyId", "enterBottleCapId"];
const fillEvents = ["sampleTaken", "sampleMissed", "bottleFull"];

/** The slots of a sampler's carousel, kept true by what the stream reports of scans and aliquots. */
export function useMainSlots(deviceId: number, isAllowed: boolean) {
  const input = { params: { id: deviceId } };
  const main = useApi(getBottleCodes, input, { handled: true, enabled: isAllowed });
  useLive([`device:${deviceId}`], (event) => {
    if (changesSlots(event, deviceId)) refreshSlots();
  });
  return main;
}

/** The same with the extra bottles. */
export function useSlots(device: DeviceDetail) {
  const input = { params: { id: device.id } };
  const main = useMainSlots(device.id, true);
  const extra = useApi(getExtraBottleCodes, input, { handled: true });
  const slots: BottleSlot[] = [...(main.data?.data ?? []), ...(extra.data?.data ?? [])];
  return {
    slots,
    error: main.error ?? extra.error,
    isPending: main.isPending || extra.isPending,
    refetch: main.refetch,
  };
}

export function refreshSlots(): void {
  for (const call of [getBottleCodes, getExtraBottleCodes, listBottleEntries]) void invalidate(call);
}

function changesSlots(event: LiveEvent, deviceId: number): boolean {
  if (!("deviceId" in event) || event.deviceId !== deviceId) return false;
  if (event.type === "event") return fillEvents.includes(event.identifier);
  return (
    event.type === "command" &&
    entering.includes(event.command.identifier) &&
    event.command.finishedAt !== null
  );
}
