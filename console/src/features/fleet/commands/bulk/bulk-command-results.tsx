import {
  type BulkCommand,
  cancelBatch,
  exportBatch,
  getBatch,
  listBatchCommands,
} from "@tracewater/contract/fleet/bulk-commands";
import { type Command, commandState } from "@tracewater/contract/fleet/commands";
import Button from "antd/es/button";
import Popconfirm from "antd/es/popconfirm";
import Select from "antd/es/select";
import { Download } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../../api/allowed.tsx";
import { useBatchedEvents } from "../../../../api/batched-events.ts";
import { saveFile } from "../../../../api/file-calls.ts";
import { invalidate, useApi, useApiMutation } from "../../../../api/use-api.ts";
import { commandLook } from "../../../../device/command-form/command-labels.ts";
import { type DeviceTexts, useDeviceTexts } from "../../../../device/device-texts.ts";
import { type FamilyConfig, familyPermission } from "../../../../device/families/family-config.ts";
import type { Column } from "../../../../kit/data-table/column.ts";
import { DataTable } from "../../../../kit/data-table/data-table.tsx";
import { Pager } from "../../../../kit/data-table/pager.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { State } from "../../../../kit/state.tsx";
import { BulkCommandProgress } from "./bulk-command-progress.tsx";

/** One batch as it moves: progress, what became of it on each device, taken back, saved. */
export function BulkCommandResults(props: {
  familyConfig: FamilyConfig;
  batchId: number;
  nameOf: (service: string) => string;
}) {
  const { familyConfig, batchId } = props;
  const texts = useDeviceTexts();
  const [filter, setFilter] = useState<{ state: Command["state"] | null; pageNum: number; pageSize: number }>(
    {
      state: null,
      pageNum: 1,
      pageSize: 20,
    },
  );
  const params = { family: familyConfig.family, id: batchId };
  const { state, ...paging } = filter;
  const query = state === null ? paging : { ...paging, state };
  const batch = useApi(getBatch, { params }, { handled: true });
  const commands = useApi(listBatchCommands, { params, query }, { keepPrevious: true, handled: true });
  const renew = () => void Promise.all([invalidate(getBatch), invalidate(listBatchCommands)]);
  useBatchedEvents([`batch:${batchId}`], (events) => {
    if (events.some((event) => event.type === "batch" && event.batchId === batchId)) renew();
  });
  if (batch.data === undefined)
    return batch.error === null ? <Loading lines={6} /> : <ErrorBox error={batch.error} onRetry={renew} />;
  const { data } = batch.data;
  return (
    <div className="batch-one">
      <BatchHead batch={data} name={props.nameOf(data.identifier)} />
      <BulkCommandProgress batch={data} />
      <BatchActs
        familyConfig={familyConfig}
        batch={data}
        state={state}
        onFilter={(next) => setFilter({ ...filter, pageNum: 1, state: next })}
        onCancelled={renew}
      />
      {commands.error !== null && commands.data === undefined ? (
        <ErrorBox error={commands.error} onRetry={renew} />
      ) : (
        <DataTable
          id="batch-results"
          columns={columns(texts)}
          rows={commands.data?.rows ?? noRows}
          rowKey={(row) => row.id}
          loading={commands.isPending}
        />
      )}
      <Pager
        total={commands.data?.total ?? null}
        page={filter.pageNum}
        size={filter.pageSize}
        onChange={(pageNum, pageSize) => setFilter({ ...filter, pageNum, pageSize })}
      />
    </div>
  );
}

function BatchHead({ batch, name }: { batch: BulkCommand; name: string }) {
  return (
    <p className="batch-head">
      <strong>{name}</strong>
      {Object.keys(batch.params).length === 0 ? null : <code>{JSON.stringify(batch.params)}</code>}
      <span className="device-quiet">
        {formatMoment(batch.createdAt)} · {batch.actor}
        {batch.reason === "" ? "" : ` · ${batch.reason}`}
      </span>
    </p>
  );
}

/** Narrows the list to one state, saves it, and takes back what was not sent yet. */
function BatchActs(props: {
  familyConfig: FamilyConfig;
  batch: BulkCommand;
  state: Command["state"] | null;
  onFilter: (state: Command["state"] | null) => void;
  onCancelled: () => void;
}) {
  const { familyConfig, batch, state } = props;
  const { t } = useDeviceTexts();
  const cancel = useApiMutation(cancelBatch);
  const params = { family: familyConfig.family, id: batch.batchId };
  return (
    <div className="batch-acts">
      <Select
        aria-label={t("batch.state")}
        value={state ?? ""}
        options={[
          { value: "", label: `${t("batch.all")} ${batch.total}` },
          ...commandState.options
            .filter((one) => batch.counts[one] > 0 || one === state)
            .map((value) => ({ value, label: `${t(`command.${value}`)} ${batch.counts[value]}` })),
        ]}
        onChange={(value: Command["state"] | "") => props.onFilter(value === "" ? null : value)}
      />
      <Allowed to={familyPermission(familyConfig, "export")}>
        <Button icon={<Download size={16} />} onClick={() => void saveFile(exportBatch, { params })}>
          {t("batch.export")}
        </Button>
      </Allowed>
      {batch.counts.queued === 0 ? null : (
        <Popconfirm
          title={t("batch.cancelAsk", { n: batch.counts.queued })}
          okText={t("batch.cancelYes")}
          cancelText={t("cancel")}
          onConfirm={() => cancel.mutate({ params }, { onSettled: props.onCancelled })}
        >
          <Button danger loading={cancel.isPending}>
            {t("batch.cancel")}
          </Button>
        </Popconfirm>
      )}
    </div>
  );
}

const noRows: Command[] = [];

function columns(texts: DeviceTexts): Column<Command>[] {
  const { t } = texts;
  return [
    { id: "device", label: t("batch.device"), width: 150, required: true, cell: (row) => row.deviceName },
    {
      id: "state",
      label: t("batch.state"),
      width: 130,
      cell: (row) => {
        const look = commandLook(row);
        return <State tone={look.tone} shape={look.shape} label={t(`command.${look.label}`)} />;
      },
    },
    { id: "reply", label: t("command.reply"), width: 220, cell: replyOf },
    { id: "sent", label: t("batch.attempts"), width: 80, align: "right", cell: (row) => row.attempts },
    {
      id: "ended",
      label: t("batch.ended"),
      width: 170,
      cell: (row) => (row.finishedAt === null ? "—" : formatMoment(row.finishedAt)),
    },
  ];
}

function replyOf(row: Command): string {
  if (row.code === null) return "—";
  const data = row.reply === null || row.reply === undefined ? "" : JSON.stringify(row.reply);
  return [String(row.code), row.message ?? "", data].filter((part) => part !== "").join(" · ");
}
