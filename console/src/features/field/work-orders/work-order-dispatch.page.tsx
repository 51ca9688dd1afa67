import "./work-orders.css";
import {
  canTakeStep,
  dispatchWorkOrder,
  listWorkOrderAssignees,
  type WorkOrderAssignee,
} from "@tracewater/contract/field/work-order-steps";
import { getWorkOrder, listWorkOrders, type WorkOrder } from "@tracewater/contract/field/work-orders";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { Card } from "../../../kit/card.tsx";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { RecordHeader } from "../../../kit/record-header.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { orderIdOf } from "./order-id.ts";
import { OrderStateMark, useOrderTitle } from "./order-labels.tsx";

/** Gives one work order to a person of its unit, by the id in the path. */
export default function WorkOrderDispatchPage() {
  const { t } = useTranslation("field-work-orders");
  const id = orderIdOf(useParams().taskId);
  return (
    <PermittedPage to="field:workOrder:dispatch">
      <PageFrame>
        {id === null ? <EmptyState title={t("noSuch")} text={t("noSuchText")} /> : <Dispatch id={id} />}
      </PageFrame>
    </PermittedPage>
  );
}

function Dispatch({ id }: { id: number }) {
  const { t } = useTranslation("field-work-orders");
  const titleOf = useOrderTitle();
  const { data, error, refetch } = useApi(getWorkOrder, { params: { id } }, { handled: true });
  if (error?.code === 404) return <EmptyState title={t("noSuch")} text={t("noSuchText")} />;
  if (error !== null && data === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  const order = data.data;
  const place = order.pointCode === null ? null : `${order.pointCode} ${order.pointName}`;
  return (
    <>
      <RecordHeader
        icon={Send}
        name={order.orderNo}
        about={titleOf(order)}
        state={<OrderStateMark state={order.state} variant="tag" />}
        meta={[order.unitName, place, order.deviceName, order.assignee]}
        actions={<PathLink to={`/work/edit/${order.orderId}`}>{t("dispatch.order")}</PathLink>}
      />
      <Card>
        {canTakeStep("dispatch", order.state) ? (
          <DispatchForm key={order.orderId} order={order} />
        ) : (
          <EmptyState title={t("dispatch.over")} text={t("dispatch.overText")} />
        )}
      </Card>
    </>
  );
}

type Values = { assigneeId: number; due?: string; note?: string };
const names = ["assigneeId", "due", "note"] as const;

function DispatchForm({ order }: { order: WorkOrder }) {
  const { t } = useTranslation("field-work-orders");
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const dispatch = useApiMutation(dispatchWorkOrder, { handled: true });
  const unplaced = unplacedOf(dispatch.error, names);
  const submit = ({ assigneeId, due = "", note = "" }: Values) => {
    const body = { orderId: order.orderId, assigneeId, note, due: due === "" ? null : fromZonedInput(due) };
    dispatch.mutate(
      { body },
      {
        onSuccess: () => {
          showToast({ tone: "success", text: t("dispatch.done", { no: order.orderNo }) });
          void navigate(`/work/edit/${order.orderId}`);
        },
        onError: (error) => placeFaults(form, names, error),
        onSettled: () => {
          for (const call of [getWorkOrder, listWorkOrders]) void invalidate(call);
        },
      },
    );
  };
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="order-dispatch"
      initialValues={{
        ...(order.assigneeId === null ? {} : { assigneeId: order.assigneeId }),
        ...(order.due === null ? {} : { due: toZonedInput(order.due) }),
      }}
      onFinish={submit}
    >
      <Form.Item
        name="assigneeId"
        label={t("field.assignee")}
        rules={[{ required: true }]}
        extra={
          order.assigneeId === null && order.assignee !== ""
            ? t("dispatch.meant", { name: order.assignee })
            : null
        }
      >
        <AssigneeSelect orderId={order.orderId} />
      </Form.Item>
      <Form.Item name="due" label={t("field.due")}>
        <DayInput precision="minute" />
      </Form.Item>
      <Form.Item name="note" label={t("dispatch.note")}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      {unplaced === null ? null : (
        <p className="record-fault" role="alert">
          {unplaced}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={dispatch.isPending}>
        {t("dispatch.send")}
      </Button>
    </Form>
  );
}

/** People who may carry the order out, with how much they have to do already. */
function AssigneeSelect(props: {
  orderId: number;
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}) {
  const { t } = useTranslation("field-work-orders");
  const [keyword, setKeyword] = useState("");
  const input = { params: { id: props.orderId }, query: { keyword: keyword.trim() } };
  const found = useApi(listWorkOrderAssignees, input, { keepPrevious: true });
  const label = ({ name, unitName, appUser, openOrders }: WorkOrderAssignee) =>
    [name, unitName, appUser ? t("dispatch.app") : null, t("dispatch.load", { count: openOrders })]
      .filter(Boolean)
      .join(" · ");
  return (
    <Select
      {...(props.id === undefined ? {} : { id: props.id })}
      value={props.value ?? null}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      options={(found.data?.data ?? []).map((one) => ({ value: one.userId, label: label(one) }))}
      notFoundContent={found.isFetching ? null : t("dispatch.nobody")}
      onChange={(chosen: number | null) => {
        setKeyword("");
        if (chosen !== null) props.onChange?.(chosen);
      }}
    />
  );
}
