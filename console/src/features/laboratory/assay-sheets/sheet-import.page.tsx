import "./assay-sheets.css";
import { useMutation } from "@tanstack/react-query";
import { assayExport, listAssays } from "@tracewater/contract/laboratory/assays";
import { listSheetMappings, lookAtSheet } from "@tracewater/contract/laboratory/instrument-files";
import Button from "antd/es/button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sendFile } from "../../../api/file-calls.ts";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
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
  const looked = look.data?.data;
  const mapping = mappings.data?.rows.find((one) => one.mappingId === chosen);
  return (
    <PageFrame title={t("title")} hint={t("hint")}>
      <Card
        title={t("file.title")}
        hint={looked === undefined ? undefined : <DetailList looked={looked} />}
        extra={<Button onClick={() => setByTemplate(true)}>{t("file.template")}</Button>}
      >
        <FileChoice
          file={file}
          onChoose={choose}
          disabled={look.isPending}
          accept=".xlsx,.csv,.txt,.tsv"
          limits={t("file.limits")}
        />
      </Card>
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
          key={`${file.name} ${file.lastModified} ${mapping.mappingId} ${version}`}
          file={file}
          mapping={mapping}
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

function DetailList({ looked }: { looked: Looked }) {
  const { t } = useTranslation("laboratory-assay-sheets");
  const { format, encoding, delimiter, headRow } = looked;
  const parts = [
    format,
    ...(encoding === null ? [] : [encoding.toUpperCase()]),
    ...(delimiter === null ? [] : [t(`delimiter.${delimiterNames[delimiter]}`)]),
    t("file.headRow", { row: headRow }),
  ];
  return parts.join(" · ");
}

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;
