import { useMutation, useQuery } from "@tanstack/react-query";
import { getAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { getAssay, listAssays } from "@tracewater/contract/laboratory/assays";
import {
  type InstrumentFileMapping,
  previewSheet,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/api-error.ts";
import { sendFile } from "../../../api/file-calls.ts";
import { invalidate } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PreviewRows } from "./preview-rows.tsx";

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
    <PreviewRows
      result={result}
      title={title}
      stored={store.data?.data.fresh}
      isStoring={store.isPending}
      submits={submits}
      onStore={() => store.mutate()}
    />
  );
}
