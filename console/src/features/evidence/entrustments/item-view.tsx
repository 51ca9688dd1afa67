import { getEvidenceItem, type ItemDetail, type ItemStep } from "@tracewater/contract/evidence/items";
import Button from "antd/es/button";
import { Package } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatAmount } from "../../../kit/number.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { maxCommands, RecordMenu } from "../../../kit/record-menu.tsx";
import { CustodyEvents } from "../../../pickers/custody-events.tsx";
import { DictTag } from "../../../pickers/dict-tag.tsx";
import { Facts } from "./entrustment-view.tsx";
import { entrustmentPath, itemPath, trackPath, useItemLabels } from "./evidence-labels.tsx";
import { ItemStateMark } from "./item-columns.tsx";
import { DestructionRefusal, ItemDestruction } from "./item-destruction.tsx";
import { ItemFiles } from "./item-files.tsx";
import { ItemLabelDialog } from "./item-label.tsx";
import { ItemRows } from "./item-rows.tsx";
import { ItemStepDialog } from "./item-step-dialog.tsx";

/** One item: what it is, who answers for it, its parts, its events, and what may be recorded of it now. */
export function ItemView({ id }: { id: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const { data, error, refetch } = useApi(getEvidenceItem, { params: { id } }, { handled: true });
  if (data === undefined) {
    if (error === null) return <Loading lines={12} />;
    if (error.code === 404) return <EmptyState title={t("item.noSuch")} text={t("noSuchText")} />;
    return <ErrorBox error={error} onRetry={() => void refetch()} />;
  }
  const item = data.data;
  return (
    <div className="record-stack">
      <RecordHeader
        icon={Package}
        name={item.itemNo}
        about={item.name}
        state={<ItemStateMark item={item} />}
        meta={[
          <PathLink key="entrustment" className="code" to={entrustmentPath(item.entrustmentId)}>
            {item.entrustmentNo}
          </PathLink>,
          item.holder,
          item.place,
          <PathLink key="back" to="/evidence/item">
            {t("item.back")}
          </PathLink>,
        ]}
        actions={<ItemActions item={item} />}
      />
      <div className="evidence-detail">
        <div className="record-stack">
          <Card title={t("item.recorded")}>
            <ItemFacts item={item} />
          </Card>
          {item.children.length === 0 ? null : (
            <Card flush title={t("item.parts")}>
              <ItemRows items={item.children} />
            </Card>
          )}
          <ItemFiles item={item} />
        </div>
        <Card
          title={t("custody")}
          extra={<PathLink to={trackPath(item.entrustmentId)}>{t("track.open")}</PathLink>}
        >
          <CustodyEvents events={item.events} />
        </Card>
      </div>
    </div>
  );
}

/** The usual next steps of an item, the first ones as buttons; all others are in the menu. */
const leading = ["receive", "collect", "takeOut", "test", "handover", "deposit"] as const;
const leadingUnsealed = ["receive", "collect", "seal", "handover"] as const;

function ItemActions({ item }: { item: ItemDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const [open, setOpen] = useState<ItemStep | null>(null);
  const [dialog, setDialog] = useState<"approve" | "refuse" | "label" | null>(null);
  const close = () => setDialog(null);
  const onward = (item.state === "registered" ? leadingUnsealed : leading).filter((step) =>
    item.steps.includes(step),
  );
  const shown: ItemStep[] = item.mayApproveDestruction ? [] : onward.slice(0, maxCommands);
  const inMenu = item.steps.filter((step) => !shown.includes(step));
  return (
    <>
      {item.mayApproveDestruction ? (
        <>
          <Button danger onClick={() => setDialog("approve")}>
            {t("item.approve")}
          </Button>
          <Button onClick={() => setDialog("refuse")}>{t("item.refuse")}</Button>
        </>
      ) : null}
      {shown.toReversed().map((step) => (
        <Button key={step} type={step === shown[0] ? "primary" : "default"} onClick={() => setOpen(step)}>
          {t(`step.${step}`)}
        </Button>
      ))}
      <RecordMenu
        items={[
          ...inMenu.map((step) => ({
            ...{ key: step, label: t(`step.${step}`), danger: step === "destroy" },
            onClick: () => setOpen(step),
          })),
          { key: "label", label: t("label.print"), onClick: () => setDialog("label") },
        ]}
      />
      {dialog === "approve" ? <ItemDestruction item={item} onClose={close} /> : null}
      {dialog === "refuse" ? <DestructionRefusal item={item} onClose={close} /> : null}
      {dialog === "label" ? <ItemLabelDialog item={item} onClose={close} /> : null}
      {open === null ? null : <ItemStepDialog item={item} step={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function ItemFacts({ item }: { item: ItemDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const label = useItemLabels();
  const amount = (value: number) => `${formatAmount(value)} ${label(`unit.${item.unit}`)}`;
  const { offer } = item;
  return (
    <Facts
      facts={[
        [label("quantity"), amount(item.quantity)],
        [label("reserve"), amount(item.reserve)],
        [label("consumed"), amount(item.consumed)],
        [label("moved"), amount(item.moved)],
        [label("returnedAmount"), amount(item.returnedAmount)],
        [label("destroyedAmount"), amount(item.destroyedAmount)],
        [label("holder"), item.holder],
        [
          t("item.offer"),
          offer === null
            ? null
            : `${t(offer.isExpired ? "item.offerExpired" : "item.offered", { to: offer.to })}, ${formatMoment(offer.expiresAt)}`,
        ],
        [label("place"), item.place],
        [
          label("sealNo"),
          <span key="seal" className="code">
            {item.sealNo || "—"}
          </span>,
        ],
        [label("packaging"), item.packaging],
        [label("uniqueMark"), item.uniqueMark],
        [label("storage"), <DictTag key="storage" type="evidence_storage" value={item.storage} />],
        [label("hazard"), label(`hazard.${item.hazard}`)],
        [label("origin"), label(`origin.${item.origin}`)],
        [label("photoHash"), item.photoHash === "" ? null : <code key="photo">{item.photoHash}</code>],
        [
          label("parentNo"),
          item.parentId === null ? null : (
            <PathLink key="parent" className="code" to={itemPath(item.parentId)}>
              {item.parentNo}
            </PathLink>
          ),
        ],
      ]}
    />
  );
}
