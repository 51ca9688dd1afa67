import type { SamplingPoint } from "@tracewater/contract/field/sampling-points";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import Button from "antd/es/button";
import { FilePlus2, MapPin, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { formatNumber } from "../../../kit/number.ts";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { RecordMenu } from "../../../kit/record-menu.tsx";
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
  const session = useSession();
  const may = (permission: string) => hasPermission(permission, session);
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
      tabs={[
        { key: "place", label: t("place.title") },
        { key: "flow", label: t("figure.flow") },
        ...(may("laboratory:load:list") ? [{ key: "loads", label: t("loads.all") }] : []),
        ...(may("laboratory:sampling:list") ? [{ key: "samples", label: t("records.samples") }] : []),
        ...(may("laboratory:plan:list") ? [{ key: "plans", label: t("records.plans") }] : []),
        ...(may("laboratory:report:list") ? [{ key: "reports", label: t("records.reports") }] : []),
        ...(may("field:workOrder:list") ? [{ key: "orders", label: t("records.orders") }] : []),
        { key: "devices", label: t("devices.title") },
      ]}
      actions={<PointActions pointId={point.pointId} onEdit={onEdit} />}
    />
  );
}

/** Its report, and behind it what is seldom done with a point. */
function PointActions({ pointId, onEdit }: { pointId: number; onEdit: () => void }) {
  const { t } = useTranslation("field-sampling-points");
  const navigate = useNavigate();
  const session = useSession();
  return (
    <>
      <Allowed to="laboratory:report:add">
        <Button
          type="primary"
          icon={<FilePlus2 size={15} />}
          onClick={() => void navigate(`/report/report?newFor=${pointId}`)}
        >
          {t("head.report")}
        </Button>
      </Allowed>
      <RecordMenu
        items={[
          hasPermission("field:samplePoint:edit", session)
            ? { key: "edit", label: t("head.edit"), icon: <Pencil size={15} />, onClick: onEdit }
            : null,
          {
            key: "population",
            label: t("figure.compare"),
            to: `/laboratory/population?pointId=${pointId}`,
          },
          hasPermission("laboratory:load:list", session)
            ? { key: "loads", label: t("loads.list"), to: `/laboratory/load?pointId=${pointId}` }
            : null,
        ]}
      />
    </>
  );
}
