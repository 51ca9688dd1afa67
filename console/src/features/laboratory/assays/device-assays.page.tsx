import "./assays.css";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { AssayRows } from "./assay-rows.tsx";

/** What was found in the samples that one sampler took. */
export default function DeviceAssaysPage() {
  return (
    <PermittedPage to="laboratory:assay:list">
      <DeviceAssays />
    </PermittedPage>
  );
}

function DeviceAssays() {
  const { t } = useTranslation("laboratory-assays");
  const { id, active_name: active, device_name: deviceName = "" } = useParams();
  const { filters, change } = useUrlFilters([]);
  const tab = `/device/admin/${id}/${active}/${encodeURIComponent(deviceName)}/water_assay`;
  return (
    <div className="assay-device">
      <AssayRows
        asked={{ deviceName }}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
        pathOf={(row) => `${tab}/detail/${row.assayId}`}
        empty={<EmptyState title={t("none.device")} text={t("none.text")} />}
      />
    </div>
  );
}
