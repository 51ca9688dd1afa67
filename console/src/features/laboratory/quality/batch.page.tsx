import "./quality.css";
import {
  getAssayBatch,
  listAssayBatches,
  removeAssayBatch,
  removeControlResults,
} from "@tracewater/contract/laboratory/analytical-batches";

import Button from "antd/es/button";
import { FlaskConical, Plus, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { GoToList } from "../../../kit/go-to-list.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { RecordMenu } from "../../../kit/record-menu.tsx";
import { State } from "../../../kit/state.tsx";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import type { AnalyticalBatchDetail } from "./analytical-batch-detail.ts";
import { CalibrationCard } from "./calibration-card.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import { ControlTable } from "./control-table.tsx";
import { QcImportDialog } from "./qc-import-dialog.tsx";
import { RunCard } from "./run-card.tsx";
import { RunStateMark } from "./run-state-mark.tsx";
import { VerdictCard } from "./verdict-card.tsx";

const largestId = 2_147_483_647;

/** One measuring batch: what its quality control says, and of what. */
export default function AnalyticalBatchPage() {
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  return (
    <PermittedPage to="laboratory:batch:query">
      <PageFrame>
        {id === "" ? <GoToList to="/laboratory/quality" /> : <AnalyticalBatchView id={Number(id)} />}
      </PageFrame>
    </PermittedPage>
  );
}

function AnalyticalBatchView({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-quality");
  const isId = Number.isInteger(id) && id > 0 && id <= largestId;
  const { data, error, refetch } = useApi(
    getAssayBatch,
    { params: { id: isId ? id : 0 } },
    { handled: true, enabled: isId },
  );
  if (!isId || error?.code === 404) return <EmptyState title={t("missing")} text={t("missingText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <AnalyticalBatchContent batch={data.data} />;
}

function AnalyticalBatchContent({ batch }: { batch: AnalyticalBatchDetail }) {
  const { t } = useTranslation("laboratory-quality");
  const navigate = useNavigate();
  const [open, setOpen] = useState<"entry" | "sheet" | "remove" | null>(null);
  const drop = useApiMutation(removeControlResults);
  const { batchId } = batch;
  const isEmpty = batch.assays === 0 && batch.results.length === 0;
  return (
    <>
      <Head
        batch={batch}
        onRemove={isEmpty ? () => setOpen("remove") : null}
        onEnter={batch.isClosed ? null : () => setOpen("entry")}
        onImport={() => setOpen("sheet")}
      />
      <RunCard batch={batch} />
      <VerdictCard batch={batch} />
      {batch.fits.length === 0 ? null : <CalibrationCard fits={batch.fits} />}
      <ControlTable
        batch={batch}
        onRemove={
          batch.isClosed
            ? null
            : (resultId) =>
                drop.mutate(
                  { params: { ids: String(resultId) } },
                  { onSuccess: () => void invalidate(getAssayBatch) },
                )
        }
      />
      {open === "entry" ? <ControlDialog batchId={batchId} onClose={() => setOpen(null)} /> : null}
      {open === "sheet" ? <QcImportDialog batchId={batchId} onClose={() => setOpen(null)} /> : null}
      {open === "remove" ? (
        <ConfirmDialog
          call={removeAssayBatch}
          input={{ params: { id: batchId } }}
          title={t("act.remove")}
          submit={t("act.remove")}
          stale={[listAssayBatches]}
          onDone={() => void navigate("/laboratory/quality")}
          onClose={() => setOpen(null)}
        >
          {t("removeText", { name: batch.batchNo })}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function stateOf({ isClosed, runState, incidents }: AnalyticalBatchDetail, closed: string) {
  if (isClosed) return <State tone="ok" label={closed} variant="tag" />;
  return runState === null ? undefined : (
    <RunStateMark state={runState} incidents={incidents} variant="tag" />
  );
}

/** By what the batch is judged. */
function useCriteria({ criteria }: AnalyticalBatchDetail) {
  const { t } = useTranslation("laboratory-quality");
  return [
    { label: t("weighting"), value: t(`weightings.${criteria.weighting}`) },
    {
      label: t("criteria"),
      value: t("criteriaOf", criteria),
    },
  ];
}

type HeadProps = {
  batch: AnalyticalBatchDetail;
  onRemove: (() => void) | null;
  /** Null where nothing may be entered any longer. */
  onEnter: (() => void) | null;
  onImport: () => void;
};

function Head(props: HeadProps) {
  const { batch } = props;
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const facts = useCriteria(batch);
  return (
    <RecordHeader
      icon={FlaskConical}
      name={batch.batchNo}
      about={batch.instrument}
      state={stateOf(batch, t("closed"))}
      meta={[
        <span key="run" className="num">
          {formatMoment(batch.runAt)}
        </span>,
        [batch.method, batch.methodVersion].filter(Boolean).join(" "),
        batch.unitName,
        batch.assays === 0 ? null : (
          <PathLink key="assays" to={`/waterAssay/assay?batchId=${batch.batchId}`}>
            {t("toAssays", { count: batch.assays })}
          </PathLink>
        ),
      ]}
      tabs={[
        ...(batch.run !== null || batch.files.length > 0 ? [{ key: "run", label: t("run.title") }] : []),
        { key: "verdict", label: label("qc") },
        ...(batch.fits.length === 0 ? [] : [{ key: "calibration", label: label("qc.calibration") }]),
        { key: "results", label: t("results"), count: batch.results.length },
      ]}
      actions={<HeadActions {...props} />}
    >
      <dl className="quality-facts record-head-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </RecordHeader>
  );
}

/** What may be entered into a batch and imported, and its removal. */
function HeadActions({ batch, onRemove, onEnter, onImport }: HeadProps) {
  const { t } = useTranslation("laboratory-quality");
  const mayImport = hasPermission("laboratory:assay:import", useSession());
  return (
    <Allowed to="laboratory:batch:edit">
      {onEnter === null ? null : (
        <>
          <Button icon={<Upload size={15} />} onClick={onImport}>
            {t("act.import")}
          </Button>
          <Button type="primary" icon={<Plus size={16} />} onClick={onEnter}>
            {t("act.enter")}
          </Button>
        </>
      )}
      <RecordMenu
        items={[
          onEnter !== null && mayImport
            ? {
                ...{ key: "results", label: t("act.importResults") },
                to: `/waterAssay/import?batchId=${batch.batchId}`,
              }
            : null,
          onRemove === null
            ? null
            : {
                ...{ key: "remove", label: t("act.remove"), danger: true },
                ...{ icon: <Trash2 size={15} />, onClick: onRemove },
              },
        ]}
      />
    </Allowed>
  );
}
