import "../../../resource/record.css";
import "./detections.css";
import { useParams } from "react-router";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { usePageName } from "../../../kit/page-name.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { DetectionView, isRunTime } from "./detection-view.tsx";

/** One run outside of its detector, for whoever applies it. */
export default function DetectionForUsePage() {
  const { time, device_name: deviceName = "" } = useParams();
  const at = Number(time);
  // The tab of the detector itself has the device name alone.
  usePageName(isRunTime(at) ? `${deviceName} ${formatMoment(at)}` : undefined);
  return (
    <PermittedPage to="laboratory:detection:query">
      <PageFrame>
        <DetectionView key={`${deviceName} ${time}`} deviceName={deviceName} time={at} />
      </PageFrame>
    </PermittedPage>
  );
}
