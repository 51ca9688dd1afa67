import type { Assay } from "@tracewater/contract/laboratory/assays";
import Button from "antd/es/button";
import { Check, Send, ShieldCheck, Trash2, Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { RecordMenu, type RecordMenuItem } from "../../../kit/record-menu.tsx";
import type { Decision } from "./decision-dialog.tsx";

/** What can be done with these results by who may, each button with how many of them it is about. */
export function DecisionButtons(props: {
  rows: readonly Assay[];
  onDecide: (decision: Decision) => void;
  /** In the header of a sheet: its next step is the main button, and what is seldom done joins this menu. */
  menu?: readonly (RecordMenuItem | null)[];
}) {
  const { rows, onDecide } = props;
  const { t } = useTranslation("laboratory-assays");
  const leads = props.menu !== undefined;
  const drafts = rows.filter((row) => row.state === "draft");
  const session = useSession();
  const me = session?.user.userId;
  // Nobody reviews what they entered: it is not offered.
  const inReview = rows.filter((row) => row.state === "inReview");
  const waiting = inReview.filter((row) => me === undefined || !row.analystIds.includes(me));
  const questioned = rows.filter(
    (row) =>
      row.state === "approved" && row.isQuestioned && (me === undefined || !row.analystIds.includes(me)),
  );
  const item = (to: string, kind: Decision["kind"], about: readonly Assay[], icon: React.ReactNode) =>
    about.length === 0 || !hasPermission(to, session)
      ? null
      : {
          ...{ key: kind, icon, danger: true, label: t(`act.${kind}`, { count: about.length }) },
          onClick: () => onDecide({ kind, rows: about }),
        };
  return (
    <>
      {leads ? null : (
        <Allowed to="laboratory:assay:remove">
          <Decide kind="remove" rows={drafts} icon={<Trash2 size={15} />} onDecide={onDecide} />
        </Allowed>
      )}
      <Allowed to="laboratory:assay:edit">
        <Decide
          kind="submit"
          rows={drafts}
          icon={<Send size={15} />}
          onDecide={onDecide}
          isMain={leads && inReview.length === 0}
        />
      </Allowed>
      <Allowed to="laboratory:assay:review">
        <Decide kind="confirm" rows={questioned} icon={<ShieldCheck size={15} />} onDecide={onDecide} />
        {leads ? null : <Decide kind="reject" rows={waiting} icon={<X size={15} />} onDecide={onDecide} />}
        <Decide kind="return" rows={waiting} icon={<Undo2 size={15} />} onDecide={onDecide} />
        <Decide kind="approve" rows={waiting} icon={<Check size={15} />} onDecide={onDecide} isMain={leads} />
        {leads && waiting.length < inReview.length ? (
          <span className="assay-quiet">
            {t("act.ownWaits", { count: inReview.length - waiting.length })}
          </span>
        ) : null}
      </Allowed>
      {props.menu === undefined ? null : (
        <RecordMenu
          items={[
            ...props.menu,
            item("laboratory:assay:review", "reject", waiting, <X size={15} />),
            item("laboratory:assay:remove", "remove", drafts, <Trash2 size={15} />),
          ]}
        />
      )}
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
      danger={kind === "remove"}
      type={props.isMain ? "primary" : "default"}
      onClick={() => props.onDecide({ kind, rows })}
    >
      {t(`act.${kind}`, { count: rows.length })}
    </Button>
  );
}
