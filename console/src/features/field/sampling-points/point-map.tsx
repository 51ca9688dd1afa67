import type { ReplyOf } from "@tracewater/contract/call";
import { listPointPlaces } from "@tracewater/contract/field/point-details";
import { Select } from "antd";
import { type RefObject, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { MapCanvas, type MapHandle } from "../../../kit/map/map-canvas.tsx";

/** All points that have a place, those that lie close together as one mark; one opens with a click. */
export function PointMap({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation("field-sampling-points");
  const { data, error, refetch } = useApi(listPointPlaces, {}, { handled: true });
  const places = data?.data;
  const map = useRef<MapHandle>(null);
  const content = useMemo(
    () => ({
      ...{ areas: [], isGrouped: true },
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
    <Card title={t("map.title", { count: places.length })} extra={<PlaceSearch places={places} map={map} />}>
      <MapCanvas
        ref={map}
        content={content}
        label={t("map.label")}
        height={560}
        fitKey={places.length}
        onPoint={(id) => onOpen(Number(id))}
      />
      <ul className="point-map-legend">
        <li className="point-map-measured">{t("map.withDevice")}</li>
        <li className="point-map-plain">{t("map.withoutDevice")}</li>
        <li className="point-map-group">{t("map.group")}</li>
      </ul>
    </Card>
  );
}

type Place = ReplyOf<typeof listPointPlaces>["data"][number];

/** Finds a point by its code or name and brings it into the middle of the map. */
function PlaceSearch(props: { places: readonly Place[]; map: RefObject<MapHandle | null> }) {
  const { t } = useTranslation("field-sampling-points");
  const options = useMemo(
    () =>
      props.places.map(({ pointId, code, name, longitude, latitude }) => ({
        ...{ value: pointId, label: `${code} ${name}` },
        at: [longitude, latitude] as [number, number],
      })),
    [props.places],
  );
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      className="point-map-search"
      placeholder={t("map.search")}
      aria-label={t("map.search")}
      options={options}
      onSelect={(_value, { at }) => props.map.current?.goTo(at)}
    />
  );
}
