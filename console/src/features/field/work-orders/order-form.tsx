import {
  addWorkOrder,
  changeWorkOrder,
  getWorkOrder,
  listWorkOrders,
  type WorkOrder,
} from "@tracewater/contract/field/work-orders";
import Form from "antd/es/form";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput, toZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useLocale } from "../../../kit/use-localized.ts";
import { PointSelect } from "../../../pickers/point-select.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useOrderTitle } from "./order-labels.tsx";

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
  const { t } = useTranslation("field-work-orders");
  const [form] = Form.useForm<Values>();
  const titleOf = useOrderTitle();
  const language = useLocale();
  const add = useApiMutation(addWorkOrder, { handled: true });
  const change = useApiMutation(changeWorkOrder, { handled: true });
  const done = {
    onSuccess: () => {
      void invalidate(listWorkOrders);
      void invalidate(getWorkOrder);
      showToast({ tone: "success", text: t(order === null ? "add.done" : "change.done") });
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
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
    <FormDialog<Values>
      form={form}
      title={t(order === null ? "add.title" : "change.title", { no: order?.orderNo })}
      width={640}
      className="record-form"
      initialValues={start}
      isSaving={add.isPending || change.isPending}
      unplaced={unplacedOf(add.error ?? change.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label={t("field.title")}
        rules={[{ required: true, whitespace: true }]}
        className="record-form-wide"
      >
        <Input maxLength={200} ref={focusOnOpen} />
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
      <Form.Item name="steps" label={t("field.steps")} extra={t("form.lines")} className="record-form-wide">
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="note" label={t("field.note")} className="record-form-wide">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}
