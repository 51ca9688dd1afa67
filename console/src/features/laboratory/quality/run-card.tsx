import { getRunFile } from "@tracewater/contract/laboratory/instrument-runs";
import Button from "antd/es/button";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { saveFile } from "../../../api/file-calls.ts";
import { Card } from "../../../kit/card.tsx";
import { DataTable } from "../../../kit/data-table/data-table.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { State } from "../../../kit/state.tsx";
import type { AnalyticalBatchDetail } from "./analytical-batch-detail.ts";
import { InstrumentEventCard, useInstrumentEventColumns } from "./instrument-event-columns.tsx";

const uploadTones = { stored: "ok", waiting: "info", refused: "critical", missing: "warn" } as const;

/** The result file that the instrument handed over: to be looked at, or to be imported. */
function UploadedFile({ batchId, state }: { batchId: number; state: keyof typeof uploadTones }) {
  const { t } = useTranslation("laboratory-quality");
  const mark = <State tone={uploadTones[state]} label={t(`run.upload.${state}`)} />;
  if (state !== "stored") return <p>{mark}</p>;
  return (
    <p className="quality-upload">
      {mark}
      <Button
        icon={<Download size={15} />}
        onClick={() => void saveFile(getRunFile, { params: { id: batchId } })}
      >
        {t("run.download")}
      </Button>
      <Allowed to="laboratory:assay:import">
        <PathLink to={`/waterAssay/import?batchId=${batchId}&file=run`}>{t("run.importFile")}</PathLink>
      </Allowed>
    </p>
  );
}

/** What the instrument reported of the run, and the files whose results are in the batch. */
export function RunCard({ batch }: { batch: AnalyticalBatchDetail }) {
  const { t } = useTranslation("laboratory-quality");
  const columns = useInstrumentEventColumns().filter((one) => one.id !== "batchNo");
  const { run, events, files } = batch;
  if (run === null && files.length === 0) return null;
  const facts =
    run === null
      ? []
      : [
          [t("run.instrument"), batch.deviceName ?? "—"],
          [t("run.sequence"), batch.sequence || "—"],
          [t("run.samples"), run.samples === null ? "—" : String(run.samples)],
          [t("run.failedInjections"), run.failedInjections === null ? "—" : String(run.failedInjections)],
          [t("run.doneAt"), run.doneAt === null ? "—" : formatMoment(run.doneAt)],
          [t("run.file"), run.fileName || "—"],
          ["SHA-256", run.sha256 || "—"],
        ];
  return (
    <Card title={t("run.title")} section="run" hint={t("run.hint")}>
      <dl className="record-facts">
        {facts.map(([name, value]) => (
          <div key={name} className={name === "SHA-256" ? "quality-hash" : undefined}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {run?.upload == null ? null : <UploadedFile batchId={batch.batchId} state={run.upload} />}
      {files.map((file) => (
        <p key={`${file.sha256} ${file.at}`} className="quality-quiet">
          <State
            tone={file.isReported ? "ok" : "off"}
            label={t(file.isReported ? "run.sameFile" : "run.importedFile")}
          />{" "}
          {t("run.fileText", { ...file, at: formatMoment(file.at) })}
        </p>
      ))}
      {run === null ? null : (
        <DataTable
          id="batch_event"
          columns={columns}
          rows={events}
          rowKey={(row) => String(row.id)}
          empty={<EmptyState title={t("event.none")} />}
          cards={(row) => <InstrumentEventCard row={row} />}
        />
      )}
    </Card>
  );
}
