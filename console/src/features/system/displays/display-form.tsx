import {
  changeDisplay,
  type Display,
  displayScreen,
  displayTheme,
  listDisplays,
  pairDisplay,
} from "@tracewater/contract/system/displays";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Select from "antd/es/select";
import Switch from "antd/es/switch";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { showToast } from "../../../kit/toasts.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";

type Shown = Pick<
  Display,
  "name" | "screens" | "seconds" | "mapTheme" | "demoMode" | "isOled" | "dimFrom" | "dimUntil" | "dimPercent"
>;
type Values = Shown & { code: string; unitId: number };

const names = [
  ...(["code", "name", "unitId", "screens", "seconds", "mapTheme", "demoMode"] as const),
  ...(["isOled", "dimFrom", "dimUntil", "dimPercent"] as const),
] as const;
const atFirst: Partial<Values> = {
  ...{ isOled: false, dimFrom: null, dimUntil: null, dimPercent: 60 },
  ...{ screens: ["/visual/situation"], seconds: 60, mapTheme: "themeCT", demoMode: false },
};

/** Pairs the display that shows the digits, or says what a paired one shows. */
export function DisplayForm(props: {
  display: Display | null;
  /** The digits that a phone read from the display. */
  code?: string | undefined;
  onClose: () => void;
}) {
  const { display, code: read, onClose } = props;
  const { t } = useTranslation("system-displays");
  const [form] = Form.useForm<Values>();
  const pair = useApiMutation(pairDisplay, { handled: true });
  const change = useApiMutation(changeDisplay, { handled: true });
  const submit = ({ code, unitId, ...given }: Values) => {
    // A time that was taken out is an empty text.
    const shown = { ...given, dimFrom: given.dimFrom || null, dimUntil: given.dimUntil || null };
    const done = {
      onError: (error: ApiError) => placeFaults(form, names, error),
      onSuccess: () => {
        void invalidate(listDisplays);
        const text = t(display === null ? "pair.done" : "edit.done", { name: shown.name });
        showToast({ tone: "success", text });
        onClose();
      },
    };
    if (display === null) pair.mutate({ body: { code, unitId, ...shown } }, done);
    else change.mutate({ body: { displayId: display.displayId, ...shown } }, done);
  };
  return (
    <FormDialog<Values>
      form={form}
      width={560}
      title={t(display === null ? "pair.title" : "edit.title")}
      {...(display === null ? { submitText: t("pair.submit") } : {})}
      initialValues={display ?? { ...atFirst, ...(read === undefined ? {} : { code: read }) }}
      isSaving={pair.isPending || change.isPending}
      unplaced={unplacedOf(pair.error ?? change.error, names)}
      onSubmit={submit}
      onClose={onClose}
    >
      {display === null ? <PairFields /> : null}
      <Form.Item name="name" label={t("column.name")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={100} />
      </Form.Item>
      <ShownFields />
    </FormDialog>
  );
}

function PairFields() {
  const { t } = useTranslation("system-displays");
  const units = useUnitOptions();
  return (
    <>
      <Form.Item name="code" label={t("pair.code")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={9} inputMode="numeric" autoComplete="off" ref={focusOnOpen} />
      </Form.Item>
      <Form.Item
        name="unitId"
        label={t("column.unitName")}
        rules={[{ required: true }]}
        extra={t("pair.text")}
      >
        <Select showSearch={{ optionFilterProp: "label" }} loading={units.loading} options={units.options} />
      </Form.Item>
    </>
  );
}

function ShownFields() {
  const { t } = useTranslation("system-displays");
  const app = useTranslation("app").t;
  return (
    <>
      <Form.Item name="screens" label={t("column.screens")} rules={[{ required: true }]}>
        <Select
          mode="multiple"
          options={displayScreen.options.map((value) => ({ value, label: t(`screen.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="seconds" label={t("seconds")} rules={[{ required: true }]}>
        <InputNumber min={15} max={3600} precision={0} />
      </Form.Item>
      <Form.Item name="mapTheme" label={t("mapTheme")}>
        <Select options={displayTheme.options.map((value) => ({ value, label: app(`mapTheme.${value}`) }))} />
      </Form.Item>
      <Form.Item name="demoMode" label={t("demoMode")} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="dimFrom" label={t("dimFrom")} extra={t("dimText")}>
        <Input type="time" />
      </Form.Item>
      <Form.Item name="dimUntil" label={t("dimUntil")}>
        <Input type="time" />
      </Form.Item>
      <Form.Item name="dimPercent" label={t("dimPercent")} rules={[{ required: true }]}>
        <InputNumber min={10} max={100} precision={0} />
      </Form.Item>
      <Form.Item name="isOled" label={t("isOled")} valuePropName="checked" extra={t("oledText")}>
        <Switch />
      </Form.Item>
    </>
  );
}
