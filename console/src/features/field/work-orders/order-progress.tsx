import { tickWorkOrderStep } from "@tracewater/contract/field/work-order-steps";
import { getWorkOrder, type WorkOrder, type WorkOrderEvent } from "@tracewater/contract/field/work-orders";
import Checkbox from "antd/es/checkbox";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { useLocale } from "../../../kit/use-localized.ts";
import { OrderStateMark } from "./order-labels.tsx";

/** The steps of the work; its assignee ticks them off while on site. */
export function OrderSteps({ order }: { order: WorkOrder }) {
  const { t } = useTranslation("field-work-orders");
  const language = useLocale();
  const session = useSession();
  const tick = useApiMutation(tickWorkOrderStep);
  const isMine = order.assigneeId !== null && order.assigneeId === session?.user.userId;
  const mayTick = order.state === "onSite" && isMine && hasPermission("field:workOrder:work", session);
  const onSettled = () => void invalidate(getWorkOrder);
  if (order.steps.length === 0) return null;
  return (
    <ol className="order-steps" aria-label={t("field.steps")}>
      {order.steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
        <li key={at}>
          <Checkbox
            checked={order.ticked.includes(at)}
            disabled={!mayTick || tick.isPending}
            onChange={(event) =>
              tick.mutate(
                { body: { orderId: order.orderId, step: at, done: event.target.checked } },
                { onSettled },
              )
            }
          >
            {step[language]}
          </Checkbox>
        </li>
      ))}
    </ol>
  );
}

/** What happened to an order when, by whom; drafting it is the first. */
export function OrderEvents({ order, events }: { order: WorkOrder; events: readonly WorkOrderEvent[] }) {
  const { t } = useTranslation("field-work-orders");
  const drafted = { state: "draft" as const, at: order.createdAt, by: order.createdBy, note: "" };
  return (
    <ol className="order-events" aria-label={t("events")}>
      {[drafted, ...events].map(({ state, at, by, note }) => (
        <li key={`${state}-${at}`}>
          <OrderStateMark state={state} />
          <span className="num">{formatMoment(at)}</span>
          <span>{by || t("platform")}</span>
          {note === "" ? null : <span className="record-quiet">{note}</span>}
        </li>
      ))}
    </ol>
  );
}
