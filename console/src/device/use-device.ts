import type { ReplyOf } from "@tracewater/contract/call";
import { type DeviceDetail, getDeviceOfAnyFamily } from "@tracewater/contract/fleet/devices";
import { getProduct } from "@tracewater/contract/fleet/products";
import type { LiveEvent } from "@tracewater/contract/fleet/realtime";
import { createContext, useContext, useMemo } from "react";
import { useParams } from "react-router";
import { queryClient } from "../api/query-client.ts";
import { useApi } from "../api/use-api.ts";
import type { FamilyConfig } from "./families/family-config.ts";
import { familyConfig } from "./families/known-families.ts";
import { applyEvents } from "./live-values.ts";

/** What the address `/device/admin/{id}/{tab}/{name}` asks for. */
export type DeviceAddress = { id: number; deviceName: string };

/** The device of the address; null where its number is none. */
export function useDeviceAddress(): DeviceAddress | null {
  const { id: digits, device_name: deviceName = "" } = useParams();
  const id = Number(digits);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? { id, deviceName } : null;
}

/** The device of the address, kept true by the live channel while its page is open. */
export function useDeviceQuery(address: DeviceAddress | null) {
  return useApi(getDeviceOfAnyFamily, asked(address ?? { id: 0, deviceName: "" }), {
    enabled: address !== null,
  });
}

const asked = ({ id, deviceName }: DeviceAddress) => ({ params: { id }, query: { deviceName } });

/** Writes what the stream reported into the cached device. */
export function patchDevice(address: DeviceAddress, events: LiveEvent[]): void {
  queryClient.setQueryData<ReplyOf<typeof getDeviceOfAnyFamily>>(
    [getDeviceOfAnyFamily.name, asked(address)],
    (reply) => {
      if (reply === undefined) return reply;
      const [device] = applyEvents([reply.data], events);
      return device === undefined || device === reply.data ? reply : { ...reply, data: device };
    },
  );
}

/** The thing model of a product; it changes rarely, so it is fetched once for a visit. */
export function useProduct(productId: number | null) {
  const input = { params: { id: productId ?? 0 } };
  return useApi(getProduct, input, { staleMs: 600_000, enabled: productId !== null });
}

export type OpenDevice = { device: DeviceDetail; familyConfig: FamilyConfig };

export const OpenDeviceContext = createContext<OpenDevice | null>(null);

/** The device whose page a tab is on. */
export function useOpenDevice(): OpenDevice {
  const open = useContext(OpenDeviceContext);
  if (open === null) throw new Error("this tab stands outside a device's page");
  return open;
}

export function familyConfigOf(device: DeviceDetail | undefined): FamilyConfig | null {
  return familyConfig(device?.typeKey);
}

/** The device without the flood of its values: changes only with its name, service or connection. */
export function useSteadyDevice(): OpenDevice {
  const open = useOpenDevice();
  const { id, status, connection } = open.device;
  // biome-ignore lint/correctness/useExhaustiveDependencies: values come by the second and are not wanted here
  return useMemo(() => open, [id, status, connection, open.familyConfig]);
}
