import "./assays.css";
import { useParams } from "react-router";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { SampleView } from "./sample-view.tsx";

/** The same on the page of the sampler that took the sample. */
export default function DeviceAssayDetailPage() {
  const { water_assay_id: digits, device_name: deviceName = "" } = useParams();
  return (
    <PermittedPage to="laboratory:assay:query">
      <div className="assay-device">
        <SampleView assayId={Number(digits)} ofDevice={deviceName} />
      </div>
    </PermittedPage>
  );
}
