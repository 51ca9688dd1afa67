import "./samplers.css";
import "./records/records.css";
import { Loading } from "../../../kit/loading.tsx";
import { Monitoring } from "./monitoring/monitoring.tsx";
import { useSampler } from "./use-sampler.ts";

/** Monitoring: what a sampler or an evidence box measures now, its camera and last picture, its box over time. */
export default function DeviceLookPage() {
  const device = useSampler();
  return device === undefined ? <Loading lines={10} /> : <Monitoring device={device} />;
}
