import type { InstrumentFileRow } from "@tracewater/contract/laboratory/instrument-files";
import { downloadFile } from "@tracewater/contract/resource/downloads";
import Button from "antd/es/button";
import Segmented from "antd/es/segmented";
import type { TFunction } from "i18next";
import { Database, Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../api/file-calls.ts";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { InstrumentFileRowCard, useInstrumentFileColumns } from "./instrument-file-columns.tsx";
import type { Preview } from "./sheet-labels.ts";

const endings = ["new", "faulty", "differs", "same"] as const;

/** The rows as they were read, by what becomes of them. */
export function PreviewRows(props: {
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
  const rows = shown === "all" ? result.rows : result.rows.filter((row) => row.ending === shown);
  const hint = hintOf(t, result, stored, submits);
  return (
    <Card
      flush
      title={props.title}
      hint={hint}
      extra={
        <PreviewActions
          result={result}
          isStored={stored !== undefined}
          isStoring={props.isStoring}
          submits={submits}
          onStore={props.onStore}
        />
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

function hintOf(
  t: TFunction<"laboratory-assay-sheets">,
  { before }: Preview,
  stored: number | undefined,
  submits: boolean,
): string {
  if (stored !== undefined)
    return t(submits ? "preview.submittedHint" : "preview.storedHint", { count: stored });
  return before === null ? t("preview.hint") : t("preview.before", before);
}

/** Saves the rows with faults as a file, and stores the others. */
function PreviewActions(props: {
  result: Preview;
  isStored: boolean;
  isStoring: boolean;
  submits: boolean;
  onStore: () => void;
}) {
  const { fresh, errorsFile } = props.result;
  const { t } = useTranslation("laboratory-assay-sheets");
  return (
    <span className="sheet-buttons">
      {props.isStored ? <ResultsLink submits={props.submits} /> : null}
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
        disabled={fresh === 0}
        loading={props.isStoring}
        onClick={props.onStore}
      >
        {t("preview.store", { count: fresh })}
      </Button>
    </span>
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
