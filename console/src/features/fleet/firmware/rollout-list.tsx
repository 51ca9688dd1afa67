import { listFirmwareBatches, type Rollout } from "@tracewater/contract/fleet/firmware-upgrades";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { Card } from "../../../kit/card.tsx";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import type { TextKey } from "../../../kit/text-key.ts";
import { useProductName } from "../../../pickers/product-name.ts";
import { QueryRows } from "../../../resource/query-rows.tsx";
import { CountsBar, countAll, countOpen } from "./upgrade-labels.tsx";

const pageSize = 10;

/** Upgrades as they were started: whom each was for, and how far it is. */
export function RolloutList(props: {
  state: string;
  onState: (state: string) => void;
  onOpen: (id: number) => void;
}) {
  const { t } = useTranslation("fleet-firmware");
  const [page, setPage] = useState(1);
  const state = props.state === "open" || props.state === "finished" ? props.state : undefined;
  const query = { pageNum: page, pageSize, ...(state === undefined ? {} : { state }) };
  const found = useApi(listFirmwareBatches, { query }, { keepPrevious: true, handled: true });
  const columns = useColumns(props.onOpen);
  return (
    <Card
      flush
      title={t("batches.title")}
      extra={
        <Segmented
          aria-label={t("batches.filter")}
          value={state ?? ""}
          onChange={(value) => {
            setPage(1);
            props.onState(value);
          }}
          options={(["", "open", "finished"] as const).map((value) => ({
            value,
            label: t(`batches.${value || "all"}`),
          }))}
        />
      }
    >
      <QueryRows
        found={found}
        id="firmware_batch"
        columns={columns}
        rowKey={(row) => String(row.id)}
        onRowClick={(row) => props.onOpen(row.id)}
        empty={<EmptyState title={t("batches.none")} text={t("batches.noneText")} />}
        cards={(row) => <RolloutCard row={row} onOpen={props.onOpen} />}
        page={page}
        size={pageSize}
        onPage={setPage}
      />
    </Card>
  );
}

function useColumns(onOpen: (id: number) => void): Column<Rollout>[] {
  const { t } = useTranslation("fleet-firmware");
  const productName = useProductName();
  const label = (id: TextKey<"fleet-firmware", "column">) => ({ id, label: t(`column.${id}`) });
  return [
    {
      ...label("batch"),
      width: 200,
      required: true,
      cell: (row) => (
        <button type="button" className="firmware-link" onClick={() => onOpen(row.id)}>
          {row.name}
        </button>
      ),
    },
    { ...label("product"), width: 160, cell: productName },
    { ...label("version"), width: 130, cell: (row) => <VersionOf {...row} /> },
    { ...label("progress"), width: 240, cell: (row) => <CountsBar counts={row.counts} /> },
    {
      ...label("done"),
      width: 110,
      align: "right",
      cell: ({ counts }) => (
        <span className="num">
          {counts.succeeded} / {countAll(counts)}
        </span>
      ),
    },
    { ...label("troubled"), width: 100, align: "right", cell: (row) => <Troubled row={row} /> },
    { ...label("actor"), width: 120, cell: (row) => row.actor },
    { ...label("started"), width: 120, cell: (row) => <Age at={row.createdAt} /> },
  ];
}

export function VersionOf({ module, version }: { module: string; version: string }) {
  return (
    <span className="code">
      {module === "default" ? "" : `${module} `}
      {version}
    </span>
  );
}

function Troubled({ row: { counts } }: { row: Rollout }) {
  const count = counts.failed + counts.timedOut;
  return <span className={count > 0 ? "num firmware-loud" : "num"}>{count}</span>;
}

function RolloutCard({ row, onOpen }: { row: Rollout; onOpen: (id: number) => void }) {
  const { t } = useTranslation("fleet-firmware");
  const productName = useProductName();
  return (
    <div className="firmware-card">
      <span className="record-line">
        <button type="button" className="firmware-link" onClick={() => onOpen(row.id)}>
          {row.name}
        </button>
        <VersionOf {...row} />
      </span>
      <CountsBar counts={row.counts} />
      <span className="record-line firmware-quiet">
        <span>{productName(row)}</span>
        <span>
          {t("batches.line", {
            done: row.counts.succeeded,
            all: countAll(row.counts),
            open: countOpen(row.counts),
          })}
        </span>
      </span>
    </div>
  );
}
