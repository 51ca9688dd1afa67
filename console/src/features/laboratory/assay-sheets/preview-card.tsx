import { useMutation, useQuery } from "@tanstack/react-query";
import { getAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { getAssay, listAssays } from "@tracewater/contract/laboratory/assays";
import {
  type InstrumentFileMapping,
  type InstrumentFileRow,
  previewSheet,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import { Database, Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/api-error.ts";
import { saveFile, sendFile } from "../../../api/file-calls.ts";
import { invalidate } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { InstrumentFileRowCard, useInstrumentFileColumns } from "./instrument-file-columns.tsx";
import type { Preview } from "./sheet-labels.ts";

const endings = ["new", "faulty", "differs", "same"] as const;

/** Each row as it was read, with what is wrong at its cell; then the good ones are stored. */
export function PreviewCard(props: {
  file: File;
  mapping: InstrumentFileMapping;
  /** The batch that the results belong to, and whether they go to review at once. */
  batchId: number | undefined;
  submits: boolean;
}) {
  const { file, mapping, batchId, submits } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const query = { mappingId: mapping.mappingId, ...(batchId === undefined ? {} : { batchId }) };
  const [version, setVersion] = useState(0);
  const preview = useQuery({
    queryKey: [
      "sheetPreview",
      file.name,
      file.lastModified,
      file.size,
      mapping.mappingId,
      mapping.changedAt,
      batchId,
      version,
    ],
    // Left before it is read: the server stops reading it.
    queryFn: ({ signal }) => sendFile(previewSheet, { query }, file, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const store = useMutation({
    mutationFn: () =>
      sendFile(storeSheet, { query: { ...query, submit: submits ? ("1" as const) : ("0" as const) } }, file),
    onSuccess: ({ data }) => {
      for (const call of [listAssays, getAssay, getAssayBatch]) void invalidate(call);
      const text = t(submits ? "preview.submitted" : "preview.stored", { count: data.fresh });
      showToast({ tone: "success", text });
      setVersion(version + 1);
    },
  });
  const title = t("preview.title");
  if (preview.isPending) {
    return (
      <Card title={title}>
        <Loading lines={6} />
      </Card>
    );
  }
  if (preview.data === undefined) {
    const { error } = preview;
    return (
      <Card title={title}>
        <p className="sheet-fault" role="alert">
          {error instanceof ApiError ? error.message : t("preview.failed")}
        </p>
      </Card>
    );
  }
  const result = preview.data.data;
  return (
    <Rows
      result={result}
      title={title}
      stored={store.data?.data.fresh}
      isStoring={store.isPending}
      submits={submits}
      onStore={() => store.mutate()}
    />
  );
}

function Rows(props: {
  result: Preview;
  title: string;
  stored: number | undefined;
  isStoring: boolean;
  submits: boolean;
  onStore: () => void;
}) {
  const { result, stored, submits } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const [shown, setShown] = useState<string>(result.faulty > 0 ? "faulty" : "all");
  const columns = useInstrumentFileColumns();
  const counts = { new: result.fresh, faulty: result.faulty, differs: result.differs, same: result.same };
  const { before, errorsFile } = result;
  const rows = shown === "all" ? result.rows : result.rows.filter((row) => row.ending === shown);
  const hint =
    stored !== undefined
      ? t(submits ? "preview.submittedHint" : "preview.storedHint", { count: stored })
      : before === null
        ? t("preview.hint")
        : t("preview.before", before);
  return (
    <Card
      flush
      title={props.title}
      hint={hint}
      extra={
        <span className="sheet-buttons">
          {stored === undefined ? null : <ResultsLink submits={submits} />}
          {errorsFile === null ? null : (
            <Button
              icon={<Download size={15} />}
              onClick={() =>
                void saveFile(downloadFile, { query: { fileName: errorsFile } }).catch(() => undefined)
              }
            >
              {t("preview.errors")}
            </Button>
          )}
          <Button
            type="primary"
            icon={<Database size={15} />}
            disabled={result.fresh === 0}
            loading={props.isStoring}
            onClick={props.onStore}
          >
            {t("preview.store", { count: result.fresh })}
          </Button>
        </span>
      }
    >
      <ControlCount count={result.controls} />
      <div className="sheet-kinds">
        <Segmented
          aria-label={t("preview.kind")}
          value={shown}
          onChange={setShown}
          options={[
            { value: "all", label: `${t("preview.all")} ${result.read}` },
            ...endings
              .filter((one) => counts[one] > 0)
              .map((one) => ({ value: one, label: `${t(`ending.${one}`)} ${counts[one]}` })),
          ]}
        />
      </div>
      <div className="sheet-rows">
        <DataTable<InstrumentFileRow>
          id="assay_sheet"
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.row} ${row.analyteGiven}`}
          empty={<EmptyState title={t("preview.none")} />}
          cards={(row) => <InstrumentFileRowCard row={row} />}
        />
      </div>
    </Card>
  );
}

function ControlCount({ count }: { count: number }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  return count === 0 ? null : <p className="sheet-note">{t("batch.controls", { count })}</p>;
}

/** Where what was stored is now. */
function ResultsLink({ submits }: { submits: boolean }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  return (
    <PathLink to={`/waterAssay/assay?state=${submits ? "inReview" : "draft"}`}>
      {t(submits ? "preview.toReview" : "preview.toDrafts")}
    </PathLink>
  );
}
