import { lazy, Suspense } from "react";
import { growSeries, useSeries } from "../../../charts/live-series.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useNow } from "../../../kit/ticking.ts";
import "./history/history.css";
import { TimelineCard } from "./history/timeline-card.tsx";
import { UptimeCard } from "./history/uptime-card.tsx";
import { WhyAway } from "./history/why-away.tsx";
import { DeviceTree } from "./info/device-tree.tsx";
import { FamilyDrawing } from "./info/family-drawing.tsx";
import { IdentityCard } from "./info/identity-card.tsx";
import "./info/device-info.css";
import { useBatchedEvents } from "../../../api/batched-events.ts";
import { useOpenDevice, useProduct, useSteadyDevice } from "../../../device/use-device.ts";
import { InfoChart } from "./info/info-chart.tsx";
import { PropertyGroups, sparkIdentifiers } from "./info/property-groups.tsx";
import { RefreshNow } from "./info/refresh-now.tsx";
import { ResultGrid } from "./info/result-grid.tsx";

/** It is below what one came for. */
const TwinCard = lazy(() => import("../twin/twin-card.tsx").then((module) => ({ default: module.TwinCard })));

const sparkSpanMs = 6 * 3_600_000;
const sparkPoints = 60;
/** The window of the sparklines moves on by this much; live values fill it in between. */
const sparkStepMs = 300_000;

/** What the device is and how it is right now. */
export default function DeviceInfoPage() {
  const open = useOpenDevice();
  const steady = useSteadyDevice();
  const { data, error, refetch } = useProduct(open.device.productId);
  const model = data?.data.model;
  const end = useNow(sparkStepMs) + sparkStepMs;
  const begin = end - sparkSpanMs;
  const identifiers = model === undefined ? [] : sparkIdentifiers(model, open.familyConfig);
  const query = { deviceId: open.device.id, identifiers, begin, end, points: sparkPoints };
  const series = useSeries(query);
  useBatchedEvents([`device:${open.device.id}`], (events) => growSeries(query, events));
  return (
    <div className="device-info">
      {open.device.connection.state === "online" ? null : (
        <div className="device-info-why">
          <WhyAway open={steady} />
        </div>
      )}
      <div className="device-info-side">
        <FamilyDrawing open={open} model={model} />
        <IdentityCard open={open} />
        <DeviceTree deviceId={open.device.id} firmware={open.device.firmware} />
        <UptimeCard deviceId={open.device.id} />
      </div>
      <div className="device-info-stack">
        <Card className="device-info-main">
          {model === undefined ? (
            error === null ? (
              <Loading lines={10} />
            ) : (
              <ErrorBox error={error} onRetry={() => void refetch()} />
            )
          ) : (
            <>
              <PropertyGroups
                open={open}
                model={model}
                series={series.data?.data}
                begin={begin}
                end={end}
                action={<RefreshNow open={steady} />}
              />
              <ResultGrid latest={open.device.latest} model={model} />
              <InfoChart open={steady} model={model} />
            </>
          )}
        </Card>
        {model === undefined ? null : (
          <Suspense>
            <TwinCard open={steady} model={model} />
          </Suspense>
        )}
        <TimelineCard open={steady} />
      </div>
    </div>
  );
}
