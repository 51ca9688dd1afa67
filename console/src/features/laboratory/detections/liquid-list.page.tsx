import "../../../resource/record.css";
import "./detections.css";
import { type Detection, exportDetections, listDetections } from "@tracewater/contract/laboratory/detections";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { ExportButton } from "../../../resource/export-button.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { DayCard } from "./day-card.tsx";
import { DetectionCard, useDetectionColumns } from "./detection-columns.tsx";
import { DetectionSearch, filterNames, queryOf } from "./detection-search.tsx";
import { SupplyCard } from "./supply-card.tsx";

/** The runs of one online detector, newest first. */
export default function LiquidListPage() {
  return (
    <PermittedPage to="laboratory:detection:list">
      <Detections />
    </PermittedPage>
  );
}

function Detections() {
  const { t } = useTranslation("laboratory-detections");
  const { id, active_name: active, device_name: deviceName = "" } = useParams();
  const list = useUrlFilters(filterNames);
  const { values, page, size } = list.filters;
  const asked = { ...queryOf(values), deviceName };
  const query = { ...asked, pageNum: page, pageSize: size };
  const found = useApi(listDetections, { query }, { keepPrevious: true, handled: true });
  const [newest] = found.data?.rows ?? [];
  const tab = `/liquidExtract/admin/${id}/${active}/${encodeURIComponent(deviceName)}/liquid_list`;
  const pathOf = (row: Detection) => `${tab}/detail/${row.measuredAt}`;
  const columns = useDetectionColumns(pathOf);
  return (
    <div className="record-stack">
      <SupplyCard deviceName={deviceName} />
      <Card
        flush
        className="record-rows"
        title={t("title")}
        hint={t("hint")}
        extra={
          <ExportButton to="laboratory:detection:export" call={exportDetections} input={{ query: asked }} />
        }
      >
        <div className="detection-search">
          <DetectionSearch values={values} change={(next) => list.change({ values: next })} />
        </div>
        <QueryRows
          found={found}
          id="device_detection"
          columns={columns}
          rowKey={(row) => String(row.detectionId)}
          empty={
            <EmptyState
              title={t(list.isFiltered ? "none.found" : "none.title")}
              text={t(list.isFiltered ? "none.foundText" : "none.text")}
            />
          }
          cards={(row) => <DetectionCard row={row} pathOf={pathOf} />}
          page={page}
          size={size}
          onPage={(nextPage, nextSize) => list.change({ page: nextPage, size: nextSize })}
        />
      </Card>
      {newest === undefined ? null : <DayCard deviceName={deviceName} newest={newest.measuredAt} />}
    </div>
  );
}
