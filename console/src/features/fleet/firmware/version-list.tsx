import { type Firmware, listFirmware } from "@tracewater/contract/fleet/firmware";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { Plus, Rocket, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { Card } from "../../../kit/card.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { formatBytes } from "../../../kit/file-state.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { DeleteMenu } from "../../../kit/row-menu.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import type { UrlFilters } from "../../../kit/use-url-filters.ts";
import { useProductName } from "../../../pickers/product-name.ts";
import { EmptyList } from "../../../resource/empty-list.tsx";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { AddVersionDialog } from "./add-version-dialog.tsx";
import { RemoveVersionDialog } from "./remove-version-dialog.tsx";
import { VersionOf } from "./rollout-list.tsx";

type Names = "keyword" | "state" | "batch";

/** Every version with its file: how many devices run it, and the way to bring it to more of them. */
export function VersionList(props: {
  filters: UrlFilters<Names>;
  change: (part: { values?: { keyword: string }; page?: number; size?: number }) => void;
  onUpgrade: (firmware: Firmware) => void;
}) {
  const { t } = useTranslation("fleet-firmware");
  const { filters, change } = props;
  const { keyword } = filters.values;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Firmware | null>(null);
  const query = { pageNum: filters.page, pageSize: filters.size, ...(keyword === "" ? {} : { keyword }) };
  const found = useApi(listFirmware, { query }, { keepPrevious: true, handled: true });
  const columns = useColumns({ onUpgrade: props.onUpgrade, onRemove: setRemoving });
  const addButton = (
    <Allowed to="device:firmware:add">
      <Button type="primary" icon={<Plus size={16} />} onClick={() => setAdding(true)}>
        {t("add.open")}
      </Button>
    </Allowed>
  );
  return (
    <Card
      flush
      title={t("versions.title")}
      extra={
        <span className="firmware-tools">
          <Input
            key={keyword}
            className="firmware-search"
            aria-label={t("versions.search")}
            placeholder={t("versions.search")}
            prefix={<Search size={15} />}
            maxLength={100}
            allowClear
            defaultValue={keyword}
            onPressEnter={(event) => change({ values: { keyword: event.currentTarget.value } })}
            onClear={() => change({ values: { keyword: "" } })}
          />
          {addButton}
        </span>
      }
    >
      <QueryRows
        found={found}
        id="firmware"
        columns={columns}
        rowKey={(row) => String(row.id)}
        empty={
          <EmptyList
            title={t(keyword === "" ? "versions.none" : "versions.nothing")}
            text={t("versions.noneText")}
            add={keyword === "" ? { to: "device:firmware:add", onClick: () => setAdding(true) } : null}
          />
        }
        cards={(row) => <VersionCard row={row} onUpgrade={props.onUpgrade} onRemove={setRemoving} />}
        page={filters.page}
        size={filters.size}
        onPage={(page, size) => change({ page, size })}
      />
      {adding ? <AddVersionDialog onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : <RemoveVersionDialog row={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}

type Acts = { onUpgrade: (row: Firmware) => void; onRemove: (row: Firmware) => void };

function useColumns(acts: Acts): Column<Firmware>[] {
  const { t } = useTranslation("fleet-firmware");
  const productName = useProductName();
  const label = (id: TextKey<"fleet-firmware", "column">) => ({ id, label: t(`column.${id}`) });
  return [
    { ...label("version"), width: 140, required: true, cell: (row) => <VersionOf {...row} /> },
    { ...label("product"), width: 150, cell: productName },
    { ...label("notes"), width: 190, cell: (row) => row.notes || <span className="firmware-quiet">—</span> },
    {
      ...label("devicesOn"),
      width: 120,
      align: "right",
      cell: (row) => (
        <span className="num">
          {row.devicesOn} / {row.devicesAll}
        </span>
      ),
    },
    {
      ...label("underWay"),
      width: 100,
      align: "right",
      cell: (row) => <span className="num">{row.underWay}</span>,
    },
    {
      ...label("size"),
      width: 100,
      align: "right",
      cell: (row) => <span className="num">{formatBytes(row.size)}</span>,
    },
    {
      ...label("sha256"),
      width: 140,
      cell: (row) => (
        <span className="code" title={row.sha256}>
          {row.sha256.slice(0, 12)}…
        </span>
      ),
    },
    { ...label("actor"), width: 110, hiddenAtFirst: true, cell: (row) => row.actor },
    { ...label("added"), width: 140, cell: (row) => <Age at={row.createdAt} /> },
    actionsColumn(t("actions"), 96, (row) => <VersionActs row={row} {...acts} />),
  ];
}

function VersionActs({ row, onUpgrade, onRemove }: Acts & { row: Firmware }) {
  const { t } = useTranslation("fleet-firmware");
  return (
    <span className="record-acts">
      <Allowed to="device:firmware:upgrade">
        <IconButton label={t("upgrade.open", { version: row.version })} onClick={() => onUpgrade(row)}>
          <Rocket />
        </IconButton>
      </Allowed>
      <Allowed to="device:firmware:remove">
        <DeleteMenu
          name={row.version}
          label={t("remove.open", { version: row.version })}
          onDelete={() => onRemove(row)}
        />
      </Allowed>
    </span>
  );
}

function VersionCard({ row, ...acts }: Acts & { row: Firmware }) {
  const { t } = useTranslation("fleet-firmware");
  const productName = useProductName();
  return (
    <div className="firmware-card">
      <span className="record-line">
        <strong>
          <VersionOf {...row} />
        </strong>
        <VersionActs row={row} {...acts} />
      </span>
      <span>{row.notes}</span>
      <span className="record-line firmware-quiet">
        <span>{productName(row)}</span>
        <span>
          {t("versions.line", { on: row.devicesOn, all: row.devicesAll, size: formatBytes(row.size) })}
        </span>
      </span>
    </div>
  );
}
