import { Loading } from "../../../kit/loading.tsx";
import { DeviceOperations } from "./device-operations.tsx";
import { useSampler } from "./use-sampler.ts";

/** What APP users did to the device, with what it replied. */
export default function OperationLogPage() {
  const device = useSampler();
  return device === undefined ? <Loading lines={8} /> : <DeviceOperations device={device} by="app" />;
}
