import { useMutation } from "@tanstack/react-query";
import type { AnyCall, CallInput, ReplyOf } from "@tracewater/contract/call";
import {
  getConnectDiagnosis,
  getDeviceUptime,
  listDeviceSpans,
  listDeviceTimeline,
} from "@tracewater/contract/fleet/device-lifecycle";
import { countDevices, getDeviceOfAnyFamily, listDevices } from "@tracewater/contract/fleet/devices";
import type { ApiError } from "../../api/api-error.ts";
import { callApi } from "../../api/call-api.ts";
import { invalidate } from "../../api/use-api.ts";

/**
 * A call that changes what becomes of devices; all that reports of them is fetched again. The dialog says what failed.
 */
export function useLifecycleCall<C extends AnyCall>(call: C, onDone: (reply: ReplyOf<C>) => void) {
  return useMutation<ReplyOf<C>, ApiError, CallInput<C>>({
    mutationFn: (input) => callApi(call, input, { silent: true }),
    onSuccess: (reply) => {
      void renewDevices();
      onDone(reply);
    },
  });
}

export async function renewDevices(): Promise<void> {
  const affectedCalls = [listDeviceTimeline, listDeviceSpans, getDeviceUptime, getConnectDiagnosis];
  await Promise.all([listDevices, countDevices, getDeviceOfAnyFamily, ...affectedCalls].map(invalidate));
}

/** What dialogs need of a device. */
export type Chosen = { id: number; deviceName: string; unitId: number; tags: readonly string[] };

/** `ws-01, ws-02 and 7 more`, as a dialog names what it touches. */
export function namesOf(chosen: readonly Chosen[], more: (count: number) => string): string {
  const shown = chosen.slice(0, 3).map((one) => one.deviceName);
  const rest = chosen.length - shown.length;
  return [...shown, ...(rest > 0 ? [more(rest)] : [])].join(", ");
}
