import "./work-orders.css";
import { getWorkOrder, type WorkOrder } from "@tracewater/contract/field/work-orders";
import { ClipboardList } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { pointPath } from "../../../pickers/point-path.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { OrderActions } from "./order-actions.tsx";
import { orderIdOf } from "./order-id.ts";
import { OrderStateMark, useOrderTitle } from "./order-labels.tsx";
import { OrderEvents, OrderSteps } from "./order-progress.tsx";

/** One work order, by the id in the path. */
export default function WorkOrderPage() {
  const { t } = useTranslation("field-work-orders");
  const id = orderIdOf(useParams().taskId);
  return (
    <PermittedPage to="field:workOrder:query">
      <PageFrame>
        {id === null ? <EmptyState title={t("noSuch")} text={t("noSuchText")} /> : <Order id={id} />}
      </PageFrame>
    </PermittedPage>
  );
}

function Order({ id }: { id: number }) {
  const { t } = useTranslation("field-work-orders");
  const titleOf = useOrderTitle();
  const { data, error, refetch } = useApi(getWorkOrder, { params: { id } }, { handled: true });
  if (error?.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={10} />;
  const order = data.data;
  return (
    <>
      <RecordHeader
        icon={ClipboardList}
        name={order.orderNo}
        about={titleOf(order)}
        state={<OrderStateMark state={order.state} variant="tag" />}
        meta={[
          order.pointId === null ? null : (
            <PathLink key="point" to={pointPath(order.pointId)}>
              {order.pointCode} {order.pointName}
            </PathLink>
          ),
          order.deviceName === null ? null : (
            <span key="device" className="code">
              {order.deviceName}
            </span>
          ),
          order.assignee,
          order.due === null ? null : (
            <span key="due" className="num">
              {formatMoment(order.due)}
            </span>
          ),
        ]}
        tabs={[
          { key: "record", label: t("sections.record") },
          { key: "events", label: t("events"), count: data.events.length },
        ]}
        actions={<OrderActions order={order} />}
      />
      <Card section="record">
        <DetailList order={order} />
        <OrderSteps order={order} />
      </Card>
      <Card title={t("events")} section="events">
        <OrderEvents order={order} events={data.events} />
      </Card>
    </>
  );
}

function DetailList({ order }: { order: WorkOrder }) {
  const { t } = useTranslation("field-work-orders");
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
  ];
  return (
    <dl className="order-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
