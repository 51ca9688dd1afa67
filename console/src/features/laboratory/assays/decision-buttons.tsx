import type { Assay } from "@tracewater/contract/laboratory/assays";
import Button from "antd/es/button";
import { Check, Send, Trash2, Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import type { Decision } from "./decision-dialog.tsx";

/** What can be done with these results by who may, each button with how many of them it is about. */
export function DecisionButtons(props: {
  rows: readonly Assay[];
  onDecide: (decision: Decision) => void;
  /** The next step of the many is the page's main button. */
  leads?: boolean;
}) {
  const { rows, onDecide } = props;
  const drafts = rows.filter((row) => row.state === "draft");
  const waiting = rows.filter((row) => row.state === "inReview");
  return (
    <>
      <Allowed to="laboratory:assay:remove">
        <Decide kind="remove" rows={drafts} icon={<Trash2 size={15} />} onDecide={onDecide} />
      </Allowed>
      <Allowed to="laboratory:assay:edit">
        <Decide
          kind="submit"
          rows={drafts}
          icon={<Send size={15} />}
          onDecide={onDecide}
          isMain={(props.leads ?? false) && waiting.length === 0}
        />
      </Allowed>
      <Allowed to="laboratory:assay:review">
        <Decide kind="reject" rows={waiting} icon={<X size={15} />} onDecide={onDecide} />
        <Decide kind="return" rows={waiting} icon={<Undo2 size={15} />} onDecide={onDecide} />
        <Decide
          kind="approve"
          rows={waiting}
          icon={<Check size={15} />}
          onDecide={onDecide}
          isMain={props.leads ?? false}
        />
      </Allowed>
    </>
  );
}

function Decide(props: {
  kind: Decision["kind"];
  rows: readonly Assay[];
  icon: React.ReactNode;
  isMain?: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useTranslation("laboratory-assays");
  const { kind, rows } = props;
  if (rows.length === 0) return null;
  return (
    <Button
      icon={props.icon}
      type={props.isMain ? "primary" : "default"}
      onClick={() => props.onDecide({ kind, rows })}
    >
      {t(`act.${kind}`, { count: rows.length })}
    </Button>
  );
}
