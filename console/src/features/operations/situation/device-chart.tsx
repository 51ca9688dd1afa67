import { getDeviceOfAnyFamily } from "@tracewater/contract/fleet/devices";
import { useApi } from "../../../api/use-api.ts";
import { WalkChart } from "./walk-chart.tsx";

/** The charts of the device that is shown; a part of its own, since the chart library is fetched with it. */
// biome-ignore lint/style/noDefaultExport: it is loaded on demand
export default function DeviceChart({ deviceId }: { deviceId: number }) {
  const { data } = useApi(getDeviceOfAnyFamily, { params: { id: deviceId } }, { silent: true });
  return data === undefined ? null : <WalkChart key={deviceId} device={data.data} />;
}
