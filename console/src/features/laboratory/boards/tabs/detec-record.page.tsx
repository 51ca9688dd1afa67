import { DeviceRecords } from "../device-records.tsx";

/** Tests of this detector that belong to a sample. */
export default function DetectionRecordPage() {
  return <DeviceRecords kind="sample" />;
}
