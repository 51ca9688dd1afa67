import {
  type Assay,
  confirmAssays,
  getAssay,
  listAssays,
  removeAssays,
  reviewAssays,
  submitAssays,
} from "@tracewater/contract/laboratory/assays";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { DecisionTable, missingOf } from "./decision-table.tsx";

/** What somebody is about to decide of some results. */
export type Decision = {
  kind: "submit" | "approve" | "return" | "reject" | "remove" | "confirm";
  rows: readonly Assay[];
};

const maxNamed = 6;

/** Asks once and names what it touches. A refusal is in the dialog, and what was typed stays. */
export function DecisionDialog(props: { decision: Decision; onClose: (isDone: boolean) => void }) {
  const { kind, rows } = props.decision;
  const { t } = useTranslation("laboratory-assays");
  const [reason, setReason] = useState("");
  const { decide, isPending, error } = useDecide(props.decision, () => props.onClose(true));
  const doubted = kind === "approve" ? rows.filter((row) => row.qc === "failed") : [];
  const isReview = kind !== "submit" && kind !== "remove";
  const lacking = kind === "approve" ? rows.filter((row) => missingOf(row).length > 0).length : 0;
  const asksReason = kind === "return" || kind === "reject" || kind === "confirm" || doubted.length > 0;
  return (
    <Modal
      open
      centered
      width={isReview ? 860 : 480}
      title={t(`ask.${kind}`)}
      okText={t(`act.${kind}`, { count: rows.length })}
      okButtonProps={{
        danger: kind === "reject" || kind === "remove",
        disabled: asksReason && reason.trim() === "",
      }}
      cancelText={t("cancel")}
      confirmLoading={isPending}
      onOk={() => decide(reason)}
      onCancel={() => props.onClose(false)}
    >
      {isReview ? <DecisionTable rows={rows} /> : <NamedResults rows={rows} />}
      <p className="assay-quiet">{t(`about.${kind}`)}</p>
      {lacking === 0 ? null : <p className="assay-fault">{t("decision.lacking", { count: lacking })}</p>}
      {doubted.length === 0 ? null : (
        <p className="assay-fault">{t("qualityFailed", { count: doubted.length })}</p>
      )}
      {asksReason ? (
        <Input.TextArea
          aria-label={t("reason")}
          placeholder={t("reason")}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      {error === null ? null : (
        <p className="assay-fault" role="alert">
          {error.message}
        </p>
      )}
    </Modal>
  );
}

/** Each kind of decision is a call of its own. */
function useDecide({ kind, rows }: Decision, onDone: () => void) {
  const { t } = useTranslation("laboratory-assays");
  const submit = useApiMutation(submitAssays, { handled: true });
  const review = useApiMutation(reviewAssays, { handled: true });
  const remove = useApiMutation(removeAssays, { handled: true });
  const confirm = useApiMutation(confirmAssays, { handled: true });
  const [error, setError] = useState<ApiError | null>(null);
  const ids = rows.map((row) => row.assayId);
  const ends = {
    onSuccess: () => {
      for (const call of [listAssays, getAssay]) void invalidate(call);
      showToast({ tone: "success", text: t(`done.${kind}`, { count: rows.length }) });
      onDone();
    },
    onError: setError,
  };
  const decide = (reason: string) => {
    if (kind === "submit") submit.mutate({ body: { ids } }, ends);
    else if (kind === "confirm") confirm.mutate({ body: { ids, reason } }, ends);
    else if (kind === "remove") remove.mutate({ params: { ids: ids.join(",") } }, ends);
    else review.mutate({ body: { ids, decision: kind, reason } }, ends);
  };
  const isPending = [submit, review, remove, confirm].some((one) => one.isPending);
  return { decide, isPending, error };
}

/** The first of them by analyte and bottle, and how many more there are. */
function NamedResults({ rows }: Pick<Decision, "rows">) {
  const { t } = useTranslation("laboratory-assays");
  const label = useAssayLabels();
  return (
    <ul className="assay-notes">
      {rows.slice(0, maxNamed).map((row) => (
        <li key={row.assayId}>
          {label(`analyte.${row.analyte}`)} <span className="code">{row.bodyCode}</span>
        </li>
      ))}
      {rows.length > maxNamed ? <li>{t("more", { count: rows.length - maxNamed })}</li> : null}
    </ul>
  );
}
