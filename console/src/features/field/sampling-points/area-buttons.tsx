import type { Catchment, LonLat } from "@tracewater/contract/field/catchment";
import { setPointArea } from "@tracewater/contract/field/point-details";
import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import Button from "antd/es/button";
import { useTranslation } from "react-i18next";
import { useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";

/** Begins a drawing, changes it corner by corner, and saves or removes the catchment. */
export function AreaButtons(props: {
  point: SamplingPoint;
  /** The ring of the saved catchment, empty without one. */
  kept: readonly LonLat[];
  /** The corners that are being drawn, null while nothing is. */
  drawn: readonly LonLat[] | null;
  /** The drawing, null while it is no valid catchment. */
  read: Catchment | null;
  onDraw: (corners: LonLat[] | null) => void;
  onAddCorner: () => void;
  onSaved: () => void;
}) {
  const { kept, drawn, read, onDraw } = props;
  const { t } = useTranslation("field-sampling-points");
  const save = useApiMutation(setPointArea);
  const store = (next: Catchment | null) =>
    save.mutate(
      { body: { pointId: props.point.pointId, catchment: next } },
      {
        onSuccess: () => {
          props.onSaved();
          showToast({ tone: "success", text: t(next === null ? "area.removed" : "area.saved") });
        },
      },
    );
  return (
    <div className="area-buttons">
      {drawn === null ? (
        <>
          <Button onClick={() => onDraw(kept.slice(0, -1))}>
            {t(kept.length === 0 ? "area.draw" : "area.edit")}
          </Button>
          {kept.length === 0 ? null : (
            <Button danger loading={save.isPending} onClick={() => store(null)}>
              {t("area.remove")}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button
            type="primary"
            disabled={read === null}
            loading={save.isPending}
            onClick={() => (read === null ? undefined : store(read))}
          >
            {t("area.save")}
          </Button>
          <Button onClick={props.onAddCorner}>{t("area.addCorner")}</Button>
          <Button onClick={() => onDraw(drawn.slice(0, -1))} disabled={drawn.length === 0}>
            {t("area.undo")}
          </Button>
          <Button type="text" onClick={() => onDraw(null)}>
            {t("area.cancel")}
          </Button>
        </>
      )}
    </div>
  );
}
