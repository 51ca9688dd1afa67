import "./sampling-points.css";
import { type SamplingPoint, samplingPoints } from "@tracewater/contract/field/sampling-points";
import Segmented from "antd/es/segmented";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { hasPermission, useSession } from "../../../api/session.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { PointMap } from "./point-map.tsx";

/** The places where water is taken, as a list or on a map; one of them in full next to it. */
export default function SamplingPointListPage() {
  const { t } = useTranslation("field-sampling-points");
  const [search, setSearch] = useSearchParams();
  const mayRead = hasPermission("field:samplePoint:query", useSession());
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setSearch(next);
  };
  const isMap = search.get("view") === "map";
  const navigate = useNavigate();
  const head = {
    title: t("title"),
    extra: (
      <Segmented
        value={isMap ? "map" : "list"}
        onChange={(view) => set("view", view === "map" ? "map" : null)}
        options={[
          { value: "list", label: t("view.list") },
          { value: "map", label: t("view.map") },
        ]}
      />
    ),
  };
  const codeOf = (point: SamplingPoint) =>
    mayRead ? (
      <PathLink className="point-open code" to={pointPath(point.pointId)}>
        {point.code}
      </PathLink>
    ) : (
      <span className="code">{point.code}</span>
    );
  return isMap ? (
    <PermittedPage to="field:samplePoint:list">
      <PageFrame {...head}>
        <PointMap onOpen={(id) => mayRead && void navigate(pointPath(id))} />
      </PageFrame>
    </PermittedPage>
  ) : (
    <ResourcePage
      resource={samplingPoints}
      head={head}
      columns={(declared) => toColumns(declared, codeOf)}
      card={(point) => <PointCard point={point} code={codeOf(point)} />}
      blank={{ title: t("none.title"), text: t("none.text") }}
    />
  );
}

function toColumns(
  declared: Column<SamplingPoint>[],
  codeOf: (point: SamplingPoint) => ReactNode,
): Column<SamplingPoint>[] {
  return declared.map((column) => {
    if (column.id === "code") return { ...column, cell: codeOf };
    return column.id === "name" ? { ...column, width: 240 } : column;
  });
}

function PointCard({ point, code }: { point: SamplingPoint; code: ReactNode }) {
  const label = useResourceLabels(samplingPoints);
  const where = [point.place, point.country].filter((part) => part !== "").join(", ");
  const state = point.status === "0" ? "" : label("status.1");
  return (
    <div className="point-card">
      <strong>{point.name}</strong>
      {code}
      <span>{[label(`kind.${point.kind}`), where, state].filter((part) => part !== "").join(" · ")}</span>
    </div>
  );
}
