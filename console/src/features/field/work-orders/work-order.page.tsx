import "./work-orders.css";
import {
  cancelWorkOrder,
  getWorkOrder,
  listWorkOrders,
  type WorkOrder,
} from "@tracewater/contract/field/work-orders";
import Button from "antd/es/button";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { OrderForm } from "./order-form.tsx";
import { OrderStateMark, useOrderTitle } from "./order-words.tsx";

/** One work order, by the id in the path. */
export default function WorkOrderPage() {
  const { t } = useTranslation("field-work-orders");
  const { taskId } = useParams();
  const id = Number(taskId);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="field:workOrder:query">
      <PageFrame>{isId ? <Order id={id} /> : <Blank title={t("noSuch")} text={t("noSuchText")} />}</PageFrame>
    </PermittedPage>
  );
}

function Order({ id }: { id: number }) {
  const { t } = useTranslation("field-work-orders");
  const titleOf = useOrderTitle();
  const [open, setOpen] = useState<"change" | "cancel" | null>(null);
  const { data, error, refetch } = useApi(getWorkOrder, { params: { id } }, { handled: true });
  if (error?.code === 404) return <Blank title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  const order = data.data;
  const close = () => setOpen(null);
  return (
    <Card
      title={
        <>
          <span className="code">{order.orderNo}</span> {titleOf(order)}
        </>
      }
      hint={<OrderStateMark state={order.state} variant="tag" />}
      extra={<PathLink to="/work/work">{t("back")}</PathLink>}
    >
      {order.state === "draft" ? (
        <Allowed to="field:workOrder:edit">
          <div className="order-actions">
            <Button onClick={() => setOpen("change")}>{t("change.open")}</Button>
            <Button danger onClick={() => setOpen("cancel")}>
              {t("cancel.open")}
            </Button>
          </div>
        </Allowed>
      ) : null}
      <Facts order={order} />
      {open === "change" ? <OrderForm order={order} onClose={close} /> : null}
      {open === "cancel" ? <CancelDialog order={order} onClose={close} /> : null}
    </Card>
  );
}

function Facts({ order }: { order: WorkOrder }) {
  const { t, i18n } = useTranslation("field-work-orders");
  const language = i18n.language === "zh" ? "zh" : "en";
  const source =
    order.assayId === null ? (
      t(`source.${order.source}`)
    ) : (
      <PathLink key="source" to={`/waterAssay/detail?id=${order.assayId}`}>
        {t("ofAssay")}
      </PathLink>
    );
  const facts: [string, ReactNode][] = [
    [t("field.source"), source],
    [t("field.point"), order.pointCode === null ? null : `${order.pointCode} ${order.pointName}`],
    [t("field.device"), order.deviceName],
    [t("field.unit"), order.unitName],
    [t("field.assignee"), order.assignee],
    [t("field.due"), formatMoment(order.due)],
    [t("field.createdBy"), order.createdBy || t("platform")],
    [t("field.createdAt"), formatMoment(order.createdAt)],
    [t("field.note"), order.note],
    ...(order.state === "cancelled"
      ? [[t("field.cancelled"), [order.stateBy, order.stateReason].filter(Boolean).join(": ")] as const]
      : []
    ).map(([name, value]): [string, ReactNode] => [name, value]),
  ];
  return (
    <>
      <dl className="order-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === "" ? "—" : value}</dd>
          </div>
        ))}
      </dl>
      {order.steps.length === 0 ? null : (
        <ol className="order-steps" aria-label={t("field.steps")}>
          {order.steps.map((step) => (
            <li key={step[language]}>{step[language]}</li>
          ))}
        </ol>
      )}
    </>
  );
}

function CancelDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const { t } = useTranslation("field-work-orders");
  const [reason, setReason] = useState("");
  const cancel = useApiMutation(cancelWorkOrder, { handled: true });
  const onSuccess = () => {
    void invalidate(getWorkOrder);
    void invalidate(listWorkOrders);
    showToast({ tone: "success", text: t("cancel.done", { no: order.orderNo }) });
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={t("cancel.title", { no: order.orderNo })}
      okText={t("cancel.open")}
      okButtonProps={{ danger: true, disabled: reason.trim() === "" }}
      cancelText={t("form.cancel")}
      confirmLoading={cancel.isPending}
      onOk={() => cancel.mutate({ body: { orderId: order.orderId, reason } }, { onSuccess })}
      onCancel={onClose}
    >
      <Input.TextArea
        aria-label={t("cancel.why")}
        placeholder={t("cancel.why")}
        maxLength={300}
        autoSize={{ minRows: 2, maxRows: 4 }}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {cancel.error === null ? null : (
        <p className="record-fault" role="alert">
          {cancel.error.message}
        </p>
      )}
    </Modal>
  );
}
