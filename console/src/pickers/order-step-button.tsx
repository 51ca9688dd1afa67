import { acceptWorkOrder, arriveAtWorkOrder, canTakeStep } from "@tracewater/contract/field/work-order-steps";
import { getWorkOrder, listWorkOrders, type WorkOrder } from "@tracewater/contract/field/work-orders";
import Button from "antd/es/button";
import { useTranslation } from "react-i18next";
import { Allowed } from "../api/allowed.tsx";
import { useSession } from "../api/session.ts";
import { invalidate, useApiMutation } from "../api/use-api.ts";
import { showToast } from "../kit/toasts.ts";

/** The next step of a work order that its assignee takes with one click: accept, then on site. */
export function OrderStepButton({
  order,
}: {
  order: Pick<WorkOrder, "orderId" | "orderNo" | "state" | "assigneeId">;
}) {
  const { t } = useTranslation("pickers");
  const me = useSession()?.user.userId;
  const accept = useApiMutation(acceptWorkOrder);
  const arrive = useApiMutation(arriveAtWorkOrder);
  const step = (["accept", "arrive"] as const).find((one) => canTakeStep(one, order.state));
  if (step === undefined || order.assigneeId === null || order.assigneeId !== me) return null;
  const send = step === "accept" ? accept : arrive;
  const onSettled = () => {
    void invalidate(getWorkOrder);
    void invalidate(listWorkOrders);
  };
  const onSuccess = () =>
    showToast({ tone: "success", text: t(`orderStep.${step}Done`, { no: order.orderNo }) });
  return (
    <Allowed to="field:workOrder:work">
      <Button
        type="primary"
        loading={send.isPending}
        onClick={() => send.mutate({ body: { orderId: order.orderId } }, { onSuccess, onSettled })}
      >
        {t(`orderStep.${step}`)}
      </Button>
    </Allowed>
  );
}
