import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { SeriesCard } from "../telemetry/series-card.tsx";
import "../telemetry/series-card.css";
import { GroupLog } from "../telemetry/log/group-log.tsx";
import { LiveLog } from "../telemetry/log/live-log.tsx";
import "../telemetry/log/live-log.css";
import { useProduct, useSteadyDevice } from "../../../device/use-device.ts";

/** Uplink: charts of what the device measures, and the log of what it says as it says it. */
export default function DataUpPage() {
  const open = useSteadyDevice();
  const { data, error, refetch } = useProduct(open.device.productId);
  if (data === undefined) {
    return error === null ? (
      <Loading lines={10} />
    ) : (
      <ErrorBox error={error} onRetry={() => void refetch()} />
    );
  }
  const { model } = data.data;
  return (
    <div className="data-up">
      <SeriesCard open={open} model={model} />
      <LiveLog deviceId={open.device.id} model={model} />
      <GroupLog open={open} model={model} />
    </div>
  );
}
