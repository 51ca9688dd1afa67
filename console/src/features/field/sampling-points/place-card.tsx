import type { Catchment } from "@tracewater/contract/field/catchment";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { MapCanvas } from "../../../kit/map/map-canvas.tsx";

/** Where the point is, on land and within its catchment. */
export function PlaceCard(props: {
  point: SamplingPoint;
  area: { catchment: Catchment; squareKm: number } | null;
}) {
  const { point, area } = props;
  const { t } = useTranslation("field-sampling-points");
  const { longitude, latitude, pointId } = point;
  const content = useMemo(() => {
    const ring = area?.catchment.coordinates[0] ?? [];
    const at: [number, number] | null =
      longitude === null || latitude === null ? null : [longitude, latitude];
    return {
      points: at === null ? [] : [{ id: String(pointId), at, isChosen: true }],
      areas: ring.length < 4 ? [] : [{ ring }],
    };
  }, [area, longitude, latitude, pointId]);
  const isEmpty = content.points.length === 0 && content.areas.length === 0;
  return (
    <Card
      title={t("place.title")}
      section="place"
      hint={
        longitude === null || latitude === null
          ? undefined
          : `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
      }
    >
      {isEmpty ? (
        <EmptyState title={t("place.none")} text={t("map.noneText")} />
      ) : (
        <>
          <MapCanvas
            content={content}
            label={t("place.title")}
            height={280}
            fitKey={`${pointId} ${content.areas.length}`}
          />
          {content.areas.length === 0 ? <p className="point-quiet">{t("area.none")}</p> : null}
        </>
      )}
    </Card>
  );
}
