import {
  addWorkOrder,
  changeWorkOrder,
  getWorkOrder,
  listWorkOrders,
  type WorkOrder,
} from "@tracewater/contract/field/work-orders";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { PointSelect } from "../../../pickers/point-select.tsx";
import { useOrderTitle } from "./order-words.tsx";

type Values = {
  title: string;
  pointId?: number;
  assignee?: string;
  due?: string;
  /** A line a step. */
  steps?: string;
  note?: string;
};
const names = ["title", "pointId", "assignee", "due", "steps", "note"] as const;

/** An order as it is drafted; what is left as it was keeps its words in the other language. */
export function OrderForm({ order, onClose }: { order: WorkOrder | null; onClose: () => void }) {
  const { t, i18n } = useTranslation("field-work-orders");
  const [form] = Form.useForm<Values>();
  const titleOf = useOrderTitle();
  const language = i18n.language === "zh" ? "zh" : "en";
  const add = useApiMutation(addWorkOrder, { handled: true });
  const change = useApiMutation(changeWorkOrder, { handled: true });
  const done = {
    onSuccess: () => {
      void invalidate(listWorkOrders);
      void invalidate(getWorkOrder);
      showToast({ tone: "success", text: t(order === null ? "add.done" : "change.done") });
      onClose();
    },
    onError: (error: ApiError) =>
      form.setFields(
        names.flatMap((name) => {
          const fault =
            error.messageAt(name) ?? error.fields.find((one) => one.field.startsWith(`${name}.`))?.message;
          return fault === undefined ? [] : [{ name, errors: [fault] }];
        }),
      ),
  };
  const submit = ({ title, pointId, assignee = "", due = "", steps = "", note = "" }: Values) => {
    const kept = order !== null && title === titleOf(order);
    const lines = steps.split("\n").filter((line) => line.trim() !== "");
    const body = {
      ...(kept ? { title: order.title, titleZh: order.titleZh } : { title, titleZh: title }),
      ...{ pointId: pointId ?? null, deviceId: order?.deviceId ?? null, assignee, note },
      due: due === "" ? null : fromZonedInput(due),
      steps: lines.map(
        (line) => order?.steps.find((step) => step[language] === line) ?? { en: line, zh: line },
      ),
    };
    if (order === null) add.mutate({ body }, done);
    else change.mutate({ body: { ...body, orderId: order.orderId } }, done);
  };
  const error = add.error ?? change.error;
  const unplaced = error !== null && error.fields.length === 0 ? error.message : null;
  const start: Partial<Values> =
    order === null
      ? {}
      : {
          ...{ title: titleOf(order), assignee: order.assignee, note: order.note },
          ...(order.pointId === null ? {} : { pointId: order.pointId }),
          ...(order.due === null ? {} : { due: toZonedInput(order.due) }),
          steps: order.steps.map((step) => step[language]).join("\n"),
        };
  return (
    <Modal
      open
      centered
      width={640}
      title={t(order === null ? "add.title" : "change.title", { no: order?.orderNo })}
      okText={t("form.save")}
      cancelText={t("form.cancel")}
      confirmLoading={add.isPending || change.isPending}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        className="order-form"
        initialValues={start}
        onFinish={submit}
      >
        <Form.Item
          name="title"
          label={t("field.title")}
          rules={[{ required: true, whitespace: true }]}
          className="order-wide"
        >
          <Input maxLength={200} autoFocus />
        </Form.Item>
        <Form.Item name="pointId" label={t("field.point")} rules={[{ required: order?.deviceId == null }]}>
          <PointSelect known={order} />
        </Form.Item>
        <Form.Item name="assignee" label={t("field.assignee")}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="due" label={t("field.due")}>
          <DayInput precision="minute" />
        </Form.Item>
        <Form.Item name="steps" label={t("field.steps")} extra={t("form.lines")} className="order-wide">
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
        </Form.Item>
        <Form.Item name="note" label={t("field.note")} className="order-wide">
          <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
        </Form.Item>
      </Form>
      {unplaced === null ? null : (
        <p className="order-fault" role="alert">
          {unplaced}
        </p>
      )}
    </Modal>
  );
}
