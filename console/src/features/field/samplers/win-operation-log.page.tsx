import { Loading } from "../../../kit/loading.tsx";
import { DeviceOperations } from "./device-operations.tsx";
import { useSampler } from "./use-sampler.ts";

/** What was done to the device in this console, with what it replied. */
export default function WinOperationLogPage() {
  const device = useSampler();
  return device === undefined ? <Loading lines={8} /> : <DeviceOperations device={device} by="platform" />;
}
