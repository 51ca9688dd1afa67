import { inLanguage } from "@tracewater/contract/both-languages";
import {
  type Catchment,
  catchment,
  type LonLat,
  polygonIn,
  squareKmOf,
} from "@tracewater/contract/field/catchment";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import Button from "antd/es/button";
import Input from "antd/es/input";
import type { TFunction } from "i18next";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { MapCanvas, type MapHandle } from "../../../kit/map/map-canvas.tsx";
import type { MapContent } from "../../../kit/map/map-content.ts";
import { formatNumber } from "../../../kit/number.ts";
import { useLocale } from "../../../kit/use-localized.ts";
import { AreaButtons } from "./area-buttons.tsx";

type Area = { catchment: Catchment; squareKm: number } | null;

/** Draws a catchment: clicks add corners, corners are dragged or moved with the arrow keys; GeoJSON goes in and out. */
export function AreaEditor(props: {
  point: SamplingPoint;
  area: Area;
  mayEdit: boolean;
  onSaved: () => void;
}) {
  const { point, area, mayEdit, onSaved } = props;
  const { t } = useTranslation("field-sampling-points");
  const locale = useLocale();
  const map = useRef<MapHandle>(null);
  const [drawn, setDrawn] = useState<LonLat[] | null>(null);
  const kept = area?.catchment.coordinates[0] ?? [];
  const ring = drawn === null ? kept : closed(drawn);
  const read = drawn === null ? null : catchment.safeParse({ type: "Polygon", coordinates: [ring] });
  const fault =
    read === null || read.success ? null : inLanguage(read.error.issues[0]?.message ?? "", locale);
  const content = useMemo(() => contentOf(point, ring, drawn, setDrawn, t), [point, ring, drawn, t]);
  const addAtCentre = () => {
    const at = map.current?.centre();
    if (at) setDrawn([...(drawn ?? []), at]);
  };
  return (
    <div className="area-editor">
      <MapCanvas
        ref={map}
        content={content}
        label={t("area.title")}
        height={320}
        fitKey={point.pointId}
        onPlace={(at) => {
          if (drawn !== null) setDrawn([...drawn, at]);
        }}
      />
      <p className="point-quiet" role="status">
        {fault ??
          (ring.length < 4 ? t("area.none") : t("area.size", { km: formatNumber(squareKmOf(ring), 2) }))}
      </p>
      {mayEdit ? (
        <AreaButtons
          point={point}
          kept={kept}
          drawn={drawn}
          read={read?.success === true ? read.data : null}
          onDraw={setDrawn}
          onAddCorner={addAtCentre}
          onSaved={() => {
            setDrawn(null);
            onSaved();
          }}
        />
      ) : null}
      {drawn === null ? null : <GeoJsonBox ring={ring} onRead={setDrawn} />}
    </div>
  );
}

function closed(corners: readonly LonLat[]): LonLat[] {
  const [first] = corners;
  return first === undefined ? [] : [...corners, first];
}

function contentOf(
  point: SamplingPoint,
  ring: LonLat[],
  drawn: LonLat[] | null,
  setDrawn: (corners: LonLat[]) => void,
  t: TFunction<"field-sampling-points">,
): MapContent {
  const { latitude, longitude } = point;
  return {
    points:
      latitude === null || longitude === null
        ? []
        : [{ id: String(point.pointId), at: [longitude, latitude], isChosen: true }],
    areas: ring.length < 4 ? [] : [{ ring }],
    handles: (drawn ?? []).map((at, index) => ({
      at,
      label: t("area.corner", { number: index + 1 }),
      onMove: (next) => setDrawn((drawn ?? []).map((one, place) => (place === index ? next : one))),
      onRemove: () => setDrawn((drawn ?? []).filter((_one, place) => place !== index)),
    })),
  };
}

/** The same ring as text: pasted from a map program, or typed where one cannot draw. */
function GeoJsonBox({ ring, onRead }: { ring: readonly LonLat[]; onRead: (corners: LonLat[]) => void }) {
  const { t } = useTranslation("field-sampling-points");
  const locale = useLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = typed ?? (ring.length < 4 ? "" : JSON.stringify({ type: "Polygon", coordinates: [ring] }));
  const read = () => {
    const parsed = catchment.safeParse(polygonIn(parse(shown)));
    if (parsed.success) {
      setFault(null);
      setTyped(null);
      onRead((parsed.data.coordinates[0] ?? []).slice(0, -1));
    } else {
      const issue = parsed.error.issues[0];
      setFault(inLanguage(issue?.message ?? "", locale));
    }
  };
  return (
    <div className="area-json">
      <Input.TextArea
        rows={3}
        className="code"
        aria-label="GeoJSON"
        placeholder={t("area.paste")}
        value={shown}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button size="small" disabled={typed === null} onClick={read}>
        {t("area.take")}
      </Button>
      {fault === null ? null : <p className="point-fault">{fault}</p>}
    </div>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
