import {
  approveItemDestruction,
  type EvidenceItem,
  refuseItemDestruction,
} from "@tracewater/contract/evidence/items";
import Input from "antd/es/input";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatAmount } from "../../../kit/number.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { useItemLabels } from "./evidence-labels.tsx";
import { refreshEvidence } from "./refresh-evidence.ts";

/** Asks once, with what is destroyed: a destruction is not taken back. */
export function ItemDestruction({ item, onClose }: { item: EvidenceItem; onClose: () => void }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useItemLabels();
  const [note, setNote] = useState("");
  const amount = `${formatAmount(item.reserve)} ${label(`unit.${item.unit}`)}`;
  return (
    <ConfirmDialog
      call={approveItemDestruction}
      input={{ body: { itemId: item.itemId, note } }}
      title={t("act.title", { act: t("item.approve"), no: item.itemNo })}
      submit={t("item.approve")}
      stale={[]}
      done={t("step.done")}
      onDone={refreshEvidence}
      onClose={onClose}
    >
      <p>{t("item.approveAsk", { name: item.name, amount, who: item.destroyAskedBy ?? "" })}</p>
      <Input.TextArea
        aria-label={t("note")}
        placeholder={t("note")}
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Asks for the reason: it stands in the custody chain, and the item stays where it is. */
export function DestructionRefusal({ item, onClose }: { item: EvidenceItem; onClose: () => void }) {
  const { t } = useTranslation("evidence-entrustments");
  const [reason, setReason] = useState("");
  return (
    <ConfirmDialog
      call={refuseItemDestruction}
      input={{ body: { itemId: item.itemId, reason } }}
      title={t("act.title", { act: t("item.refuse"), no: item.itemNo })}
      submit={t("item.refuse")}
      danger={false}
      isReady={reason.trim() !== ""}
      stale={[]}
      done={t("step.done")}
      onDone={refreshEvidence}
      onClose={onClose}
    >
      <p>{t("item.refuseAsk", { name: item.name, who: item.holder })}</p>
      <Input.TextArea
        aria-label={t("item.reason")}
        placeholder={t("item.reason")}
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
