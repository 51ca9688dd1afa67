import "../../../resource/record.css";
import "./detections.css";
import { useParams } from "react-router";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { DetectionView } from "./detection-view.tsx";

/** One run beneath the page of its detector. */
export default function LiquidDetailPage() {
  const { time, device_name: deviceName = "" } = useParams();
  return (
    <PermittedPage to="laboratory:detection:query">
      <DetectionView key={`${deviceName} ${time}`} deviceName={deviceName} time={Number(time)} />
    </PermittedPage>
  );
}
