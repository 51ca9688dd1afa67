import "../../../resource/record.css";
import "./detections.css";
import { useParams } from "react-router";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { DetectionView } from "./detection-view.tsx";

/** One run outside of its detector, for whoever applies it. */
export default function DetectionForUsePage() {
  const { time, device_name: deviceName = "" } = useParams();
  return (
    <PermittedPage to="laboratory:detection:query">
      <PageFrame>
        <DetectionView key={`${deviceName} ${time}`} deviceName={deviceName} time={Number(time)} />
      </PageFrame>
    </PermittedPage>
  );
}
