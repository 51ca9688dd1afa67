import {
  type listUpkeepItems,
  type MaintenanceItem,
  removeUpkeepItems,
} from "@tracewater/contract/fleet/maintenance-items";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { DoneDialog } from "./done-dialog.tsx";
import { type OpenMaintenance, PhoneItem, useMaintenanceColumns } from "./maintenance-columns.tsx";
import { MaintenanceDrawer } from "./maintenance-drawer.tsx";
import { MaintenanceForm } from "./maintenance-form.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The items with what may be done to them: of all devices, or of one. */
export function MaintenanceCard(props: {
  found: ReturnType<typeof useApi<typeof listUpkeepItems>>;
  /** The device of this page; null on the page of all. */
  deviceName: string | null;
  isFiltered: boolean;
  searchShown?: boolean;
  onToggleSearch?: () => void;
  page: number;
  size: number;
  onPage: (page: number, size: number) => void;
}) {
  const { t } = useTranslation("fleet-upkeep-items");
  const { found, deviceName } = props;
  const [open, setOpen] = useState<OpenMaintenance | null>(null);
  const columns = useMaintenanceColumns(setOpen, deviceName !== null);
  return (
    <Card flush fill={deviceName === null} className="upkeep-rows">
      <TableToolbar
        tableId="upkeep"
        columns={columns}
        {...(props.searchShown === undefined ? {} : { searchShown: props.searchShown })}
        onToggleSearch={props.onToggleSearch}
        onRefresh={() => void found.refetch()}
        refreshing={found.isFetching}
      >
        <Allowed to="upkeep:item:add">
          <Button
            type="primary"
            icon={<Plus size={16} />}
            onClick={() => setOpen({ kind: "form", item: null })}
          >
            {t("add")}
          </Button>
        </Allowed>
      </TableToolbar>
      <QueryRows
        isFiltered={props.isFiltered}
        found={found}
        id="upkeep"
        columns={columns}
        rowKey={(row) => String(row.itemId)}
        onRowClick={(row) => setOpen({ kind: "detail", item: row })}
        empty={
          <EmptyList
            title={t(props.isFiltered ? "none.found" : "none.title")}
            text={t("none.text")}
            add={
              props.isFiltered
                ? null
                : { to: "upkeep:item:add", onClick: () => setOpen({ kind: "form", item: null }) }
            }
          />
        }
        cards={(row) => <PhoneItem item={row} onOpen={setOpen} />}
        page={props.page}
        size={props.size}
        onPage={props.onPage}
      />
      {open === null ? null : <Dialog open={open} deviceName={deviceName} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function Dialog(props: { open: OpenMaintenance; deviceName: string | null; onClose: () => void }) {
  const { open, onClose } = props;
  switch (open.kind) {
    case "form":
      return <MaintenanceForm item={open.item} deviceName={props.deviceName} onClose={onClose} />;
    case "detail":
      return <MaintenanceDrawer item={open.item satisfies MaintenanceItem} onClose={onClose} />;
    case "done":
      return <DoneDialog item={open.item} onClose={onClose} />;
    case "remove":
      return <RemoveDialog item={open.item} call={removeUpkeepItems} onClose={onClose} />;
  }
}
