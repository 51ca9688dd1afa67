import { listPointPlaces } from "@tracewater/contract/field/point-details";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { MapCanvas } from "../../../kit/map/map-canvas.tsx";

/** All points that have a place; one opens with a click. */
export function PointMap({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation("field-sampling-points");
  const { data, error, refetch } = useApi(listPointPlaces, {}, { handled: true });
  const places = data?.data;
  const content = useMemo(
    () => ({
      areas: [],
      points: (places ?? []).map(({ pointId, longitude, latitude, deviceCount }) => ({
        id: String(pointId),
        at: [longitude, latitude] as [number, number],
        isChosen: deviceCount > 0,
      })),
    }),
    [places],
  );
  if (error !== null && places === undefined)
    return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (places === undefined) return <Loading lines={10} />;
  if (places.length === 0) return <EmptyState title={t("map.none")} text={t("map.noneText")} />;
  return (
    <Card title={t("map.title", { count: places.length })} hint={t("map.hint")}>
      <MapCanvas
        content={content}
        label={t("map.label")}
        height={560}
        fitKey={places.length}
        onPoint={(id) => onOpen(Number(id))}
      />
    </Card>
  );
}
