import "./assay-sheets.css";
import { useMutation } from "@tanstack/react-query";
import { getAssayBatch } from "@tracewater/contract/laboratory/analytical-batches";
import { assayExport, listAssays } from "@tracewater/contract/laboratory/assays";
import { listSheetMappings, lookAtSheet } from "@tracewater/contract/laboratory/instrument-files";
import { getRunFile } from "@tracewater/contract/laboratory/instrument-runs";
import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { fetchFile, sendFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useSteady } from "../../../kit/use-steady.ts";
import { FileChoice, ImportDialog } from "../../../resource/import-dialog.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { MappingCard } from "./mapping-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import type { Looked } from "./sheet-labels.ts";

/** Results from an instrument's file: the file, how it is read, what was read; then it is stored. */
export default function InstrumentFileImportPage() {
  return (
    <PermittedPage to="laboratory:assay:import">
      <InstrumentFileImport />
    </PermittedPage>
  );
}

function InstrumentFileImport() {
  const { t } = useTranslation("laboratory-assay-sheets");
  const [search] = useSearchParams();
  const batch = useBatch(search.get("batchId"));
  const [submits, setSubmits] = useState(search.get("batchId") !== null);
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [byTemplate, setByTemplate] = useState(false);
  const [version, setVersion] = useState(0);
  const look = useMutation({ mutationFn: (given: File) => sendFile(lookAtSheet, {}, given) });
  const mappings = useApi(listSheetMappings, {});
  const choose = (given: File | null) => {
    setFile(given);
    setChosen(null);
    look.reset();
    if (given !== null) {
      look.mutate(given, { onSuccess: ({ data }) => setChosen(data.fitting[0] ?? null) });
    }
  };
  useRunFile(search, choose);
  const looked = look.data?.data;
  const mapping = mappings.data?.rows.find((one) => one.mappingId === chosen);
  return (
    <PageFrame title={t("title")} hint={t("hint")}>
      {batch === undefined ? null : <BatchCard {...batch} />}
      <FileCard
        looked={looked}
        onTemplate={() => setByTemplate(true)}
        file={file}
        onChoose={choose}
        disabled={look.isPending}
        submits={submits}
        onSubmits={setSubmits}
      />
      {looked === undefined ? null : (
        <MappingCard
          key={`${file?.name} ${file?.lastModified}`}
          looked={looked}
          mappings={mappings.data?.rows ?? []}
          chosen={chosen}
          onChoose={setChosen}
          onKept={(id) => {
            setChosen(id);
            setVersion(version + 1);
          }}
        />
      )}
      {file === null || mapping === undefined ? null : (
        <PreviewCard
          key={`${file.name} ${file.lastModified} ${mapping.mappingId} ${version} ${batch?.batchId ?? ""}`}
          file={file}
          mapping={mapping}
          batchId={batch?.batchId}
          submits={submits}
        />
      )}
      {byTemplate ? (
        <ImportDialog
          resource={assayExport}
          listed={listAssays}
          addsOnly
          tries
          onClose={() => setByTemplate(false)}
        />
      ) : null}
    </PageFrame>
  );
}

/** The file that the instrument of the batch handed over, chosen as if from the disk; once. */
function useRunFile(search: URLSearchParams, choose: (file: File) => void): void {
  const id = search.get("file") === "run" ? Number(search.get("batchId")) : 0;
  const take = useSteady(choose);
  useEffect(() => {
    if (!(id > 0)) return undefined;
    const stop = new AbortController();
    fetchFile(getRunFile, { params: { id } }, stop.signal)
      .then(({ blob, name }) => take(new File([blob], name, { type: blob.type })))
      .catch(() => undefined); // the shell says what failed; a file can be chosen by hand
    return () => stop.abort();
  }, [id, take]);
}

function FileCard(props: {
  looked: Looked | undefined;
  onTemplate: () => void;
  file: File | null;
  onChoose: (file: File | null) => void;
  disabled: boolean;
  submits: boolean;
  onSubmits: (submits: boolean) => void;
}) {
  const { looked, file, onChoose, disabled } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  return (
    <Card
      title={t("file.title")}
      hint={looked === undefined ? undefined : <DetailList looked={looked} />}
      extra={<Button onClick={props.onTemplate}>{t("file.template")}</Button>}
    >
      <FileChoice
        {...{ file, onChoose, disabled }}
        accept=".xlsx,.csv,.txt,.tsv,.mztab"
        limits={t("file.limits")}
      />
      <Checkbox
        className="sheet-submit"
        checked={props.submits}
        onChange={(event) => props.onSubmits(event.target.checked)}
      >
        {t("batch.submit")}
      </Checkbox>
    </Card>
  );
}

function BatchCard({ batchId, batchNo }: { batchId: number; batchNo: string }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  return (
    <Card title={t("batch.title", { name: batchNo })} hint={t("batch.hint")}>
      <PathLink to={`/laboratory/batch?id=${batchId}`}>{batchNo}</PathLink>
    </Card>
  );
}

/** The batch that the page was opened for. */
function useBatch(given: string | null) {
  const id = Number(given);
  const isId = given !== null && Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const { data } = useApi(getAssayBatch, { params: { id: isId ? id : 0 } }, { handled: true, enabled: isId });
  return data?.data;
}

function DetailList({ looked }: { looked: Looked }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  const { format, encoding, delimiter, headRow, layout } = looked;
  const parts = [
    ...(layout === null ? [] : [t(`file.layout.${layout}`)]),
    format,
    ...(encoding === null ? [] : [encoding.toUpperCase()]),
    ...(delimiter === null ? [] : [t(`delimiter.${delimiterNames[delimiter]}`)]),
    t("file.headRow", { row: headRow }),
  ];
  return parts.join(" · ");
}

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;
