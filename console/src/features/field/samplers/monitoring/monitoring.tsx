import "./monitoring.css";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { getProduct } from "@tracewater/contract/fleet/products";
import { useApi } from "../../../../api/use-api.ts";
import { EnvChart } from "./env-chart.tsx";
import { LiveCells } from "./live-cells.tsx";
import { monitoringConfigOf } from "./monitoring-config.ts";
import { TrackCard } from "./track-card.tsx";
import { CameraCard, SnapshotCard } from "./views.tsx";

/** Everything that one watches of a device on one page. */
export function Monitoring({ device }: { device: DeviceDetail }) {
  const monitoring = monitoringConfigOf(device.typeKey);
  const product = useApi(getProduct, { params: { id: device.productId } }, { staleMs: 600_000 });
  const base = `${monitoring.adminPath}/${device.id}/device_look/${encodeURIComponent(device.deviceName)}`;
  const properties = product.data?.data.model.properties;
  return (
    <div className="sampler-stack">
      <LiveCells device={device} properties={properties} watched={monitoring.watched} />
      {monitoring.hasVideo ? (
        <div className="look-pair">
          <CameraCard device={device} path={`${base}/open_video`} />
          <SnapshotCard device={device} base={base} />
        </div>
      ) : (
        <SnapshotCard device={device} base={base} />
      )}
      <EnvChart device={device} properties={properties} monitoring={monitoring} />
      {monitoring.hasTrack ? <TrackCard deviceName={device.deviceName} /> : null}
    </div>
  );
}
