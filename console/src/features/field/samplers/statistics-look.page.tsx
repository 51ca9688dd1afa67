import "./samplers.css";
import "./records/records.css";
import { Monitoring } from "./monitoring/monitoring.tsx";
import { NamedDevice } from "./records/named-device.tsx";

/** The monitoring of one device, by its name alone. */
export default function StatisticsLookPage() {
  return <NamedDevice>{(device) => <Monitoring device={device} />}</NamedDevice>;
}
