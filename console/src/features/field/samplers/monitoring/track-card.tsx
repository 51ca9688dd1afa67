import { sampleEnvLocation, type TrackPoint } from "@tracewater/contract/field/samplers";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { Card } from "../../../../kit/card.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { MapCanvas } from "../../../../kit/map/map-canvas.tsx";
import type { MapContent, Position } from "../../../../kit/map/map-content.ts";
import { formatMoment } from "../../../../kit/moment.ts";

/** Where the sampler was in the last days: its fixes as a line, the newest as a point. */
export function TrackCard({ deviceName }: { deviceName: string }) {
  const { t } = useTranslation("field-samplers");
  const { data, error, refetch } = useApi(
    sampleEnvLocation,
    { query: { deviceName } },
    { handled: true, staleMs: 300_000 },
  );
  const rows = data?.rows;
  const content = useMemo(() => contentOf(rows ?? []), [rows]);
  const last = rows?.findLast((row) => row.source === "gps") ?? rows?.at(-1);
  return (
    <Card title={t("look.track")} hint={t("look.trackHint")}>
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <Loading lines={6} /> : null}
      {last === undefined ? (
        data === undefined ? null : (
          <EmptyState title={t("look.noTrack")} />
        )
      ) : (
        <>
          <MapCanvas content={content} label={t("look.track")} height={320} fitKey={rows?.length ?? 0} />
          <p className="sampler-quiet look-place">
            <span className="num">
              {last.lat.toFixed(5)}°, {last.lon.toFixed(5)}°
            </span>{" "}
            · {t(`look.${last.source}`)} · <span className="num">{formatMoment(last.time)}</span>
          </p>
        </>
      )}
    </Card>
  );
}

function contentOf(rows: readonly TrackPoint[]): MapContent {
  const at = (row: TrackPoint): Position => [row.lon, row.lat];
  const fixes = rows.filter((row) => row.source === "gps");
  const newest = fixes.at(-1);
  return {
    areas: [],
    line: fixes.map(at),
    points: [
      ...rows
        .filter((row) => row.source === "point")
        .map((row) => ({ id: `point ${row.time}`, at: at(row) })),
      ...(newest === undefined ? [] : [{ id: "newest", at: at(newest), isChosen: true }]),
    ],
  };
}
