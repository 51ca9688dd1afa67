import "../../../resource/record.css";
import "./samplings.css";
import { listSamplings } from "@tracewater/contract/laboratory/samplings";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { SamplingCard, useSamplingColumns } from "./sampling-columns.tsx";

/** The samples that came from one sampler. */
export default function DeviceSamplingsPage() {
  return (
    <PermittedPage to="laboratory:sampling:list">
      <DeviceSamplings />
    </PermittedPage>
  );
}

function DeviceSamplings() {
  const { t } = useTranslation("laboratory-samplings");
  const { id, active_name: active, device_name: deviceName = "" } = useParams();
  const { filters, change } = useUrlFilters([]);
  const tab = `/device/admin/${id}/${active}/${encodeURIComponent(deviceName)}`;
  const pathOf = (row: { samplingId: number }) => `${tab}/water_sampling/detail/${row.samplingId}`;
  const columns = useSamplingColumns({ pathOf, ofDevice: true });
  const query = { deviceName, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listSamplings, { query }, { keepPrevious: true, handled: true });
  return (
    <Card flush className="record-rows">
      <QueryRows
        found={found}
        id="device_sampling"
        columns={columns}
        rowKey={(row) => String(row.samplingId)}
        empty={<EmptyState title={t("none.title")} text={t("none.ofDevice")} />}
        cards={(row) => <SamplingCard row={row} to={pathOf(row)} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
    </Card>
  );
}
