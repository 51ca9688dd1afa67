import "./quality.css";
import {
  getAssayBatch,
  listAssayBatches,
  removeAssayBatch,
  removeControlResults,
} from "@tracewater/contract/laboratory/batches";

import Button from "antd/es/button";
import { Plus, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { SureDialog } from "../../../resource/sure-dialog.tsx";
import type { BatchDetail } from "./batch-detail.ts";
import { CalibrationCard } from "./calibration-card.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import { ControlSheetDialog } from "./control-sheet-dialog.tsx";
import { ControlTable } from "./control-table.tsx";
import { useAssayWords } from "./quality-columns.tsx";
import { VerdictCard } from "./verdict-card.tsx";

const largestId = 2_147_483_647;

/** One measuring batch: what its quality control says, and of what. */
export default function BatchPage() {
  const [search] = useSearchParams();
  return (
    <PermittedPage to="laboratory:batch:query">
      <PageFrame>
        <BatchView id={Number(search.get("id"))} />
      </PageFrame>
    </PermittedPage>
  );
}

function BatchView({ id }: { id: number }) {
  const { t } = useTranslation("laboratory-quality");
  const isId = Number.isInteger(id) && id > 0 && id <= largestId;
  const { data, error, refetch } = useApi(
    getAssayBatch,
    { params: { id: isId ? id : 0 } },
    { handled: true, enabled: isId },
  );
  if (!isId || error?.code === 404) return <Blank title={t("missing")} text={t("missingText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  return <BatchContent batch={data.data} />;
}

function BatchContent({ batch }: { batch: BatchDetail }) {
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
      {open === "sheet" ? <ControlSheetDialog batchId={batchId} onClose={() => setOpen(null)} /> : null}
      {open === "remove" ? (
        <SureDialog
          call={removeAssayBatch}
          input={{ params: { id: batchId } }}
          title={t("act.remove")}
          submit={t("act.remove")}
          stale={[listAssayBatches]}
          onDone={() => void navigate("/laboratory/quality")}
          onClose={() => setOpen(null)}
        >
          {t("removeText", { name: batch.batchNo })}
        </SureDialog>
      ) : null}
    </>
  );
}

function Head(props: {
  batch: BatchDetail;
  onRemove: (() => void) | null;
  /** Null where nothing may be entered any more. */
  onEnter: (() => void) | null;
  onImport: () => void;
}) {
  const { batch, onRemove, onEnter, onImport } = props;
  const { t } = useTranslation("laboratory-quality");
  const word = useAssayWords();
  const { criteria } = batch;
  const facts = [
    { label: t("runAt"), value: formatMoment(batch.runAt) },
    { label: t("instrument"), value: batch.instrument },
    { label: word("method"), value: [batch.method, batch.methodVersion].filter(Boolean).join(" ") },
    { label: word("unit"), value: batch.unitName },
    { label: t("weighting"), value: t(criteria.weighting === "none" ? "unweighted" : "weighted") },
    {
      label: t("criteria"),
      value: t("criteriaOf", {
        r2: criteria.r2,
        residual: criteria.residual,
        rpd: criteria.rpd,
        low: criteria.recoveryLow,
        high: criteria.recoveryHigh,
      }),
    },
  ];
  return (
    <Card
      title={<span className="code">{batch.batchNo}</span>}
      hint={batch.isClosed ? t("closed") : undefined}
      extra={
        <span className="quality-buttons">
          {batch.assays === 0 ? null : (
            <PathLink to={`/waterAssay/assay?batchId=${batch.batchId}`}>
              {t("toAssays", { count: batch.assays })}
            </PathLink>
          )}
          <Allowed to="laboratory:batch:edit">
            {onRemove === null ? null : (
              <Button icon={<Trash2 size={15} />} onClick={onRemove}>
                {t("act.remove")}
              </Button>
            )}
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
          </Allowed>
        </span>
      }
    >
      <dl className="quality-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
