import { useMutation } from "@tanstack/react-query";
import type { ReplyOf } from "@tracewater/contract/call";
import {
  type ControlRow,
  getAssayBatch,
  listAssayBatches,
  listControlCharts,
  previewControlSheet,
  storeControlSheet,
} from "@tracewater/contract/laboratory/analytical-batches";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { saveFile, sendFile } from "../../../api/file-calls.ts";
import { invalidate } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { FileChoice } from "../../../resource/import-dialog.tsx";
import { useResultText } from "./control-table.tsx";

/** Quality control from a spreadsheet: the file, what was read of it, and then it is stored. */
export function QcImportDialog({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const { t } = useTranslation("laboratory-quality");
  const [file, setFile] = useState<File | null>(null);
  const input = { params: { id: batchId } };
  const look = useMutation<Preview, ApiError, File>({
    mutationFn: (given) => sendFile(previewControlSheet, input, given),
  });
  const store = useMutation<Preview, ApiError, File>({
    mutationFn: (given) => sendFile(storeControlSheet, input, given),
  });
  const choose = (given: File | null) => {
    setFile(given);
    look.reset();
    store.reset();
    if (given !== null) look.mutate(given);
  };
  const submit = () => {
    if (file === null) return;
    store.mutate(file, {
      onSuccess: ({ data }) => {
        for (const call of [getAssayBatch, listAssayBatches, listControlCharts]) void invalidate(call);
        showToast({ tone: "success", text: t("saved", { count: data.fresh }) });
        onClose();
      },
    });
  };
  const preview = look.data?.data;
  const fault = store.error ?? look.error;
  const fresh = preview === undefined || preview.isStored ? 0 : preview.fresh;
  return (
    <Modal
      open
      centered
      width={880}
      title={t("sheet.title")}
      okText={t("sheet.store", { count: fresh })}
      okButtonProps={{ disabled: fresh === 0 }}
      cancelText={t("cancel")}
      confirmLoading={store.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <FileChoice
        file={file}
        onChoose={choose}
        disabled={look.isPending || store.isPending}
        accept=".xlsx,.csv,.txt,.tsv"
        limits={t("sheet.limits")}
      />
      <p className="quality-quiet">{t("sheet.columns")}</p>
      {fault === null ? null : (
        <p className="quality-fault" role="alert">
          {fault.message}
        </p>
      )}
      {preview === undefined ? null : <Read preview={preview} />}
    </Modal>
  );
}

type Preview = ReplyOf<typeof previewControlSheet>;

function Read({ preview }: { preview: Preview["data"] }) {
  const { t } = useTranslation("laboratory-quality");
  const { rows, fresh, faulty, isStored, errorsFile } = preview;
  const columns = useColumns();
  return (
    <>
      <p className="quality-line" role="status">
        <span>{isStored ? t("sheet.isStored") : t("sheet.counts", { fresh, faulty })}</span>
        {errorsFile === null ? null : (
          <Button
            icon={<Download size={15} />}
            onClick={() =>
              void saveFile(downloadFile, { query: { fileName: errorsFile } }).catch(() => undefined)
            }
          >
            {t("sheet.errors")}
          </Button>
        )}
      </p>
      <div className="quality-sheet">
        <DataTable<ControlRow>
          id="control_sheet"
          columns={columns}
          rows={rows}
          rowKey={(row) => String(row.row)}
          empty={null}
          cards={(row) => <RowCard row={row} />}
        />
      </div>
    </>
  );
}

function useColumns(): Column<ControlRow>[] {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  return [
    {
      ...{ id: "row", label: t("sheet.row"), width: 64, align: "right", required: true },
      cell: (row) => <span className="num">{row.row}</span>,
    },
    {
      ...{ id: "kind", label: t("kindHead"), width: 150, required: true },
      cell: (row) => <Kind row={row} />,
    },
    {
      ...{ id: "analyte", label: label("analyte"), width: 150, required: true },
      cell: ({ result, analyteGiven }) =>
        result === null ? analyteGiven || "—" : label(`analyte.${result.analyte}`),
    },
    {
      ...{ id: "figures", label: t("figures"), width: 400, required: true },
      cell: (row) => <QcResults row={row} />,
    },
  ];
}

function Kind({ row: { result, kindGiven } }: { row: ControlRow }) {
  const { t } = useTranslation("laboratory-quality");
  return result === null ? kindGiven || "—" : t(`kind.${result.kind}`);
}

/** What was read, or what is wrong with it. */
function QcResults({ row }: { row: ControlRow }) {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const resultText = useResultText();
  if (row.result !== null) return <span className="num">{resultText(row.result)}</span>;
  const names: Readonly<Record<string, string>> = { kind: t("kindHead"), analyte: label("analyte") };
  const preview = row.faults.map(
    ({ field, message }) => `${names[field] ?? t(`field.${field}`, field)}: ${message}`,
  );
  return <em className="quality-fault">{preview.join("; ")}</em>;
}

function RowCard({ row }: { row: ControlRow }) {
  const label = useAssayLabels();
  return (
    <div className="quality-card">
      <span className="quality-line">
        <strong>
          <Kind row={row} /> ·{" "}
          {row.result === null ? row.analyteGiven : label(`analyte.${row.result.analyte}`)}
        </strong>
        <span className="num">{row.row}</span>
      </span>
      <QcResults row={row} />
    </div>
  );
}
