import { canTakeStep } from "@tracewater/contract/field/work-order-steps";
import type { WorkOrder } from "@tracewater/contract/field/work-orders";
import Button from "antd/es/button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { hasPermission, useSession } from "../../../api/session.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordMenu } from "../../../kit/record-menu.tsx";
import { OrderStepButton } from "../../../pickers/order-step-button.tsx";
import { NoteDialog, type NotedStep } from "./note-dialog.tsx";
import { OrderForm } from "./order-form.tsx";

/** What can be done next with an order by who looks at it; a step that is another person's is not offered. */
export function OrderActions({ order }: { order: WorkOrder }) {
  const { t } = useTranslation("field-work-orders");
  const [open, setOpen] = useState<"change" | NotedStep | null>(null);
  const session = useSession();
  const isMine = order.assigneeId !== null && order.assigneeId === session?.user.userId;
  const { state } = order;
  const cancelRight = state === "draft" ? "field:workOrder:edit" : "field:workOrder:dispatch";
  const mayCancel = canTakeStep("cancel", state) && hasPermission(cancelRight, session);
  const close = () => setOpen(null);
  return (
    <>
      {state === "draft" ? (
        <Allowed to="field:workOrder:edit">
          <Button onClick={() => setOpen("change")}>{t("change.open")}</Button>
        </Allowed>
      ) : null}
      {canTakeStep("dispatch", state) ? (
        <Allowed to="field:workOrder:dispatch">
          <PathLink to={`/work/dispatch/${order.orderId}`}>
            <Button type={state === "draft" ? "primary" : "default"} tabIndex={-1}>
              {t(state === "draft" ? "dispatch.open" : "dispatch.again")}
            </Button>
          </PathLink>
        </Allowed>
      ) : null}
      <OrderStepButton order={order} />
      {canTakeStep("finish", state) && isMine ? (
        <Allowed to="field:workOrder:work">
          <Button type="primary" onClick={() => setOpen("finish")}>
            {t("finish.open")}
          </Button>
        </Allowed>
      ) : null}
      {canTakeStep("verify", state) && !isMine ? (
        <Allowed to="field:workOrder:verify">
          <Button onClick={() => setOpen("return")}>{t("return.open")}</Button>
          <Button type="primary" onClick={() => setOpen("verify")}>
            {t("verify.open")}
          </Button>
        </Allowed>
      ) : null}
      <RecordMenu
        items={[
          mayCancel
            ? {
                ...{ key: "cancel", label: t("cancel.open"), danger: true },
                onClick: () => setOpen("cancel"),
              }
            : null,
        ]}
      />
      {open === "change" ? <OrderForm order={order} onClose={close} /> : null}
      {open === null || open === "change" ? null : <NoteDialog step={open} order={order} onClose={close} />}
    </>
  );
}
