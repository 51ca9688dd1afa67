import { DeviceRecords } from "../device-records.tsx";

/** Quick screenings of this detector, without a sample of the platform. */
export default function FastRecordPage() {
  return <DeviceRecords kind="fast" />;
}
