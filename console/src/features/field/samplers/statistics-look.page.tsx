import "./samplers.css";
import "./records/records.css";
import { Look } from "./look/look.tsx";
import { NamedDevice } from "./records/named-device.tsx";

/** The monitoring of one device, by its name alone. */
export default function StatisticsLookPage() {
  return <NamedDevice>{(device) => <Look device={device} />}</NamedDevice>;
}
