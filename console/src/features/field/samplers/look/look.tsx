import "./look.css";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { getProduct } from "@tracewater/contract/fleet/products";
import { useApi } from "../../../../api/use-api.ts";
import { EnvChart } from "./env-chart.tsx";
import { LiveCells } from "./live-cells.tsx";
import { lookFactsOf } from "./look-facts.ts";
import { TrackCard } from "./track-card.tsx";
import { CameraCard, SnapshotCard } from "./views.tsx";

/** Everything that one watches of a device on one page. */
export function Look({ device }: { device: DeviceDetail }) {
  const facts = lookFactsOf(device.typeKey);
  const product = useApi(getProduct, { params: { id: device.productId } }, { staleMs: 600_000 });
  const base = `${facts.adminPath}/${device.id}/device_look/${encodeURIComponent(device.deviceName)}`;
  const properties = product.data?.data.model.properties;
  return (
    <div className="sampler-stack">
      <LiveCells device={device} properties={properties} watched={facts.watched} />
      {facts.hasVideo ? (
        <div className="look-pair">
          <CameraCard device={device} path={`${base}/open_video`} />
          <SnapshotCard device={device} base={base} />
        </div>
      ) : (
        <SnapshotCard device={device} base={base} />
      )}
      <EnvChart device={device} properties={properties} facts={facts} />
      {facts.hasTrack ? <TrackCard deviceName={device.deviceName} /> : null}
    </div>
  );
}
