import "./alarms.css";
import { listAlarms } from "@tracewater/contract/fleet/alarms";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { invalidate, useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useAlarmNews } from "../../../pickers/alarm-labels.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { type Act, ActDialog } from "./act-dialog.tsx";
import { AlarmCard, useAlarmColumns } from "./alarm-columns.tsx";
import { AlarmDrawer } from "./alarm-drawer.tsx";
import { MaintenanceCard } from "./maintenance-card.tsx";

const own = ["device", "unit"];

/** The alarms of one device, and whether somebody works at it. */
export default function DeviceAlarmsPage() {
  const deviceId = Number(useParams()["id"]);
  return (
    <PermittedPage to="alarm:log:list">
      {Number.isInteger(deviceId) && deviceId > 0 ? <DeviceAlarms deviceId={deviceId} /> : null}
    </PermittedPage>
  );
}

function DeviceAlarms({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation("fleet-alarms");
  const { filters, change } = useUrlFilters([]);
  const [open, setOpen] = useState<number | null>(null);
  const [act, setAct] = useState<Act | null>(null);
  const query = { deviceId, pageNum: filters.page, pageSize: filters.size };
  const found = useApi(listAlarms, { query }, { keepPrevious: true, handled: true });
  useAlarmNews(() => void invalidate(listAlarms));
  const columns = useAlarmColumns().filter((column) => !own.includes(column.id));
  return (
    <div className="device-alarms">
      <MaintenanceCard deviceId={deviceId} />
      <Card flush className="alarm-rows">
        <QueryRows
          found={found}
          id="device_alarm"
          columns={columns}
          rowKey={(row) => String(row.alarmId)}
          onRowClick={(row) => setOpen(row.alarmId)}
          empty={<EmptyState title={t("none.title")} text={t("none.device")} />}
          cards={(row) => <AlarmCard alarm={row} onOpen={() => setOpen(row.alarmId)} />}
          page={filters.page}
          size={filters.size}
          onPage={(page, size) => change({ page, size })}
        />
      </Card>
      {open === null ? null : <AlarmDrawer alarmId={open} onAct={setAct} onClose={() => setOpen(null)} />}
      {act === null ? null : <ActDialog act={act} onClose={() => setAct(null)} />}
    </div>
  );
}
