import {
  addUpkeepItem,
  changeUpkeepItem,
  counterMode,
  listUpkeepItems,
  type MaintenanceItem,
  maintenanceKind,
} from "@tracewater/contract/fleet/maintenance-items";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useCounters } from "./counters.ts";

type Values = {
  deviceName: string;
  name: string;
  kind: MaintenanceItem["kind"];
  intervalDays?: number | null;
  dueOn?: string;
  counter?: string;
  counterMode: MaintenanceItem["counterMode"];
  counterLimit?: number | null;
  warnDays: number;
  remark?: string;
};

const names = [
  "deviceName",
  "name",
  "kind",
  "intervalDays",
  "dueOn",
  "counter",
  "counterMode",
  "counterLimit",
  "warnDays",
  "remark",
] as const;

/** A new item, or a change of one: due by a date, by a counter, or by whichever comes first. */
export function MaintenanceForm(props: {
  item: MaintenanceItem | null;
  deviceName: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation("fleet-upkeep-items");
  const { item, onClose } = props;
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addUpkeepItem, { handled: true });
  const change = useApiMutation(changeUpkeepItem, { handled: true });
  const hasCounter = (Form.useWatch("counter", form) ?? item?.counter ?? "") !== "";
  const done = {
    onSuccess: () => {
      void invalidate(listUpkeepItems);
      onClose();
    },
    onError: (error: ApiError) => placeFaults(form, names, error),
  };
  const submit = ({ deviceName, ...given }: Values) => {
    const body = toBody(given, hasCounter);
    if (item === null) add.mutate({ body: { ...body, deviceName: props.deviceName ?? deviceName } }, done);
    else change.mutate({ body: { ...body, itemId: item.itemId } }, done);
  };
  const days = { min: 1, max: 3650, precision: 0, suffix: t("days") };
  return (
    <FormDialog<Values>
      form={form}
      title={t(item === null ? "add" : "change")}
      width={600}
      className="upkeep-form"
      initialValues={initial(item, props.deviceName)}
      isSaving={add.isPending || change.isPending}
      unplaced={unplacedOf(add.error ?? change.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="deviceName" label={t("column.device")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={64} disabled={item !== null || props.deviceName !== null} />
      </Form.Item>
      <Form.Item name="name" label={t("column.name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={100} placeholder={t("nameHint")} />
      </Form.Item>
      <Form.Item name="kind" label={t("column.kind")} rules={[{ required: true }]}>
        <Select options={maintenanceKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="dueOn" label={t("column.dueOn")}>
        <DayInput />
      </Form.Item>
      <Form.Item name="intervalDays" label={t("interval")}>
        <InputNumber {...days} />
      </Form.Item>
      <Form.Item name="warnDays" label={t("warn")} rules={[{ required: true }]}>
        <InputNumber {...days} min={0} max={365} />
      </Form.Item>
      <CounterFields typeKey={item?.typeKey} hasCounter={hasCounter} />
      <Form.Item name="remark" label={t("remark")} className="record-form-wide">
        <Input maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}

/** By which of the device's numbers an item is due, and at what value of it. */
function CounterFields(props: { typeKey: MaintenanceItem["typeKey"] | undefined; hasCounter: boolean }) {
  const { t } = useTranslation("fleet-upkeep-items");
  const counters = useCounters(props.typeKey);
  return (
    <>
      <Form.Item name="counter" label={t("column.counter")}>
        {counters.length > 0 ? (
          <Select allowClear showSearch={{ optionFilterProp: "label" }} options={counters} />
        ) : (
          <Input maxLength={50} />
        )}
      </Form.Item>
      {props.hasCounter ? (
        <>
          <Form.Item name="counterMode" label={t("mode.label")}>
            <Select options={counterMode.options.map((value) => ({ value, label: t(`mode.${value}`) }))} />
          </Form.Item>
          <Form.Item name="counterLimit" label={t("limit")} rules={[{ required: true }]}>
            <InputNumber min={0} max={1e9} />
          </Form.Item>
        </>
      ) : null}
    </>
  );
}

/** What is left empty is sent as nothing. */
function toBody(given: Omit<Values, "deviceName">, hasCounter: boolean) {
  return {
    ...given,
    counter: given.counter ?? "",
    remark: given.remark ?? "",
    intervalDays: given.intervalDays ?? null,
    dueOn: given.dueOn === undefined || given.dueOn === "" ? null : given.dueOn,
    counterLimit: hasCounter ? (given.counterLimit ?? null) : null,
    counterMode: given.counterMode ?? "used",
  };
}

function initial(item: MaintenanceItem | null, deviceName: string | null): Partial<Values> {
  if (item === null) {
    return {
      ...(deviceName === null ? {} : { deviceName }),
      kind: "consumable",
      counterMode: "used",
      warnDays: 7,
    };
  }
  const { dueOn, ...rest } = item;
  return { ...rest, dueOn: dueOn ?? "" };
}
