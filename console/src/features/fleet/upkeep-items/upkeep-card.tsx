import { type listUpkeepItems, removeUpkeepItems, type UpkeepItem } from "@tracewater/contract/fleet/upkeep";
import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { useApi } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { TableToolbar } from "../../../kit/data-table/table-toolbar.tsx";
import { FoundRows } from "../../../resource/found-rows.tsx";
import { DoneDialog } from "./done-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { type OpenUpkeep, PhoneItem, useUpkeepColumns } from "./upkeep-columns.tsx";
import { UpkeepDrawer } from "./upkeep-drawer.tsx";
import { UpkeepForm } from "./upkeep-form.tsx";

/** The items with what may be done to them: of all devices, or of one. */
export function UpkeepCard(props: {
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
  const [open, setOpen] = useState<OpenUpkeep | null>(null);
  const columns = useUpkeepColumns(setOpen, deviceName !== null);
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
      <FoundRows
        isFiltered={props.isFiltered}
        found={found}
        id="upkeep"
        columns={columns}
        rowKey={(row) => String(row.itemId)}
        onRowClick={(row) => setOpen({ kind: "detail", item: row })}
        empty={<Blank title={t(props.isFiltered ? "none.found" : "none.title")} text={t("none.text")} />}
        cards={(row) => <PhoneItem item={row} onOpen={setOpen} />}
        page={props.page}
        size={props.size}
        onPage={props.onPage}
      />
      {open === null ? null : <Dialog open={open} deviceName={deviceName} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function Dialog(props: { open: OpenUpkeep; deviceName: string | null; onClose: () => void }) {
  const { open, onClose } = props;
  switch (open.kind) {
    case "form":
      return <UpkeepForm item={open.item} deviceName={props.deviceName} onClose={onClose} />;
    case "detail":
      return <UpkeepDrawer item={open.item satisfies UpkeepItem} onClose={onClose} />;
    case "done":
      return <DoneDialog item={open.item} onClose={onClose} />;
    case "remove":
      return <RemoveDialog item={open.item} call={removeUpkeepItems} onClose={onClose} />;
  }
}
