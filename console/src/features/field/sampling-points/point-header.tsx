import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import Button from "antd/es/button";
import { FilePlus2, MapPin, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { formatNumber } from "../../../kit/number.ts";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { State } from "../../../kit/state.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";

/** Which point it is, how many people it stands for, and what is done next. */
export function PointHeader(props: {
  point: SamplingPoint;
  area: { squareKm: number } | null;
  onEdit: () => void;
}) {
  const { point, area, onEdit } = props;
  const { t } = useTranslation("field-sampling-points");
  const label = useResourceLabels(samplingPoints);
  const navigate = useNavigate();
  const { population, populationMethod, populationDate } = point;
  const method = populationMethod === null ? "" : label(`method.${populationMethod}`);
  return (
    <RecordHeader
      icon={MapPin}
      name={point.code}
      title={point.name}
      about={<span className="code">{point.code}</span>}
      state={point.status === "0" ? undefined : <State tone="off" label={label("status.1")} variant="tag" />}
      meta={[
        label(`kind.${point.kind}`),
        [point.place, point.country].filter((part) => part !== "").join(", "),
        population === null
          ? t("head.noPopulation")
          : `${t("head.people", { count: population, people: formatNumber(population, 0) })}${
              method === "" ? "" : ` (${[method, populationDate].filter(Boolean).join(" ")})`
            }`,
        area === null ? null : t("area.size", { km: formatNumber(area.squareKm, 1) }),
        point.unitName,
      ]}
      actions={
        <>
          <Allowed to="field:samplePoint:edit">
            <Button icon={<Pencil size={15} />} onClick={onEdit}>
              {t("head.edit")}
            </Button>
          </Allowed>
          <Allowed to="laboratory:report:add">
            <Button
              type="primary"
              icon={<FilePlus2 size={15} />}
              onClick={() => void navigate(`/report/report?newFor=${point.pointId}`)}
            >
              {t("head.report")}
            </Button>
          </Allowed>
        </>
      }
    />
  );
}
