import { type DeviceDetail, getDeviceOfAnyFamily } from "@tracewater/contract/fleet/devices";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";

/** The sampler of the address; its page keeps the same reply true while this tab is in it. */
export function useSampler(): DeviceDetail | undefined {
  const { id: digits, device_name: deviceName = "" } = useParams();
  const id = Number(digits);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const input = { params: { id: isId ? id : 0 }, query: { deviceName } };
  return useApi(getDeviceOfAnyFamily, input, { enabled: isId }).data?.data;
}

/** A number that the device reported last; null where it reported none. */
export function latestNumber(device: DeviceDetail, identifier: string): number | null {
  const value = device.latest[identifier]?.value;
  return typeof value === "number" ? value : null;
}

/** The address of a tab of the sampler's page. */
export function useTabPath(): (tab: string) => string {
  const { id, active_name: active, device_name: name } = useParams();
  return (tab) => `/device/admin/${id}/${active}/${encodeURIComponent(name ?? "")}/${tab}`;
}
