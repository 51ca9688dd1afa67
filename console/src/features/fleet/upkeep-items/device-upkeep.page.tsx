import "./maintenance.css";
import { listUpkeepItems } from "@tracewater/contract/fleet/maintenance-items";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { MaintenanceCard } from "./maintenance-card.tsx";

/** What wears out on one device. */
export default function DeviceMaintenancePage() {
  const { id, device_name: deviceName } = useParams();
  const deviceId = Number(id);
  return (
    <PermittedPage to="upkeep:item:list">
      {Number.isInteger(deviceId) && deviceId > 0 && deviceName !== undefined ? (
        <DeviceMaintenance deviceId={deviceId} deviceName={deviceName} />
      ) : null}
    </PermittedPage>
  );
}

function DeviceMaintenance({ deviceId, deviceName }: { deviceId: number; deviceName: string }) {
  const { filters, change } = useUrlFilters([]);
  const query = { deviceId, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listUpkeepItems, { query }, { keepPrevious: true, handled: true });
  return (
    <MaintenanceCard
      found={found}
      deviceName={deviceName}
      isFiltered={false}
      page={filters.page}
      size={filters.size}
      onPage={(page, size) => change({ page, size })}
    />
  );
}
