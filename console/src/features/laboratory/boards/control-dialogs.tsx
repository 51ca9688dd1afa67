import {
  type DeviceControl,
  getBoardControl,
  listBoardControls,
  overrideBoardLockout,
  setBoardControl,
} from "@tracewater/contract/laboratory/board-controls";
import { listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import Checkbox from "antd/es/checkbox";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";

type Plan = Pick<
  DeviceControl,
  "intervalDays" | "perLot" | "maxOverrides" | "overrideHours" | "checkIntervalDays"
>;

async function refreshControls(): Promise<void> {
  await Promise.all([invalidate(getBoardControl), invalidate(listBoardControls), invalidate(listBoardTests)]);
}

/** When the controls of a detector are due. */
export function ControlPlanDialog({ device, onClose }: { device: DeviceControl; onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const [form] = Form.useForm<Plan>();
  const save = useApiMutation(setBoardControl, { handled: true });
  const { deviceId, intervalDays, perLot, maxOverrides, overrideHours, checkIntervalDays } = device;
  return (
    <FormDialog<Plan>
      form={form}
      title={t("control.plan.title", { device: device.deviceName })}
      width={520}
      initialValues={{ intervalDays, perLot, maxOverrides, overrideHours, checkIntervalDays }}
      submitText={t("control.plan.submit")}
      isSaving={save.isPending}
      unplaced={save.error?.message ?? null}
      onSubmit={(values) =>
        save.mutate(
          {
            body: {
              ...{ deviceId, ...values, intervalDays: values.intervalDays ?? null },
              checkIntervalDays: values.checkIntervalDays ?? null,
            },
          },
          { onSuccess: () => void refreshControls().then(onClose) },
        )
      }
      onClose={onClose}
      above={<p className="record-quiet">{t("control.plan.hint")}</p>}
    >
      <Form.Item
        name="intervalDays"
        label={t("control.plan.interval")}
        extra={t("control.plan.intervalHint")}
      >
        <InputNumber min={1} max={365} precision={0} suffix={t("control.days")} style={{ width: "100%" }} />
      </Form.Item>
      <Form.Item name="perLot" valuePropName="checked">
        <Checkbox>{t("control.plan.perLot")}</Checkbox>
      </Form.Item>
      <Form.Item name="checkIntervalDays" label={t("control.plan.check")} extra={t("control.plan.checkHint")}>
        <InputNumber min={1} max={365} precision={0} suffix={t("control.days")} style={{ width: "100%" }} />
      </Form.Item>
      <div className="record-form">
        <Form.Item name="maxOverrides" label={t("control.plan.maxOverrides")} rules={[{ required: true }]}>
          <InputNumber min={0} max={20} precision={0} />
        </Form.Item>
        <Form.Item name="overrideHours" label={t("control.plan.overrideHours")} rules={[{ required: true }]}>
          <InputNumber min={1} max={168} precision={0} suffix={t("control.hours")} />
        </Form.Item>
      </div>
    </FormDialog>
  );
}

/** Lets the results of a lockout count, with a reason. */
export function OverrideDialog({ device, onClose }: { device: DeviceControl; onClose: () => void }) {
  const { t } = useTranslation("laboratory-boards");
  const [form] = Form.useForm<{ reason: string }>();
  const send = useApiMutation(overrideBoardLockout, { handled: true });
  const left = device.maxOverrides - device.overrides;
  return (
    <FormDialog<{ reason: string }>
      form={form}
      title={t("control.override.title", { device: device.deviceName })}
      width={520}
      submitText={t("control.override.submit")}
      isSaving={send.isPending}
      unplaced={send.error?.message ?? null}
      onSubmit={({ reason }) =>
        send.mutate(
          { body: { deviceId: device.deviceId, reason } },
          { onSuccess: () => void refreshControls().then(onClose) },
        )
      }
      onClose={onClose}
      above={
        <p className="record-quiet">
          {t("control.override.hint", { hours: device.overrideHours, left, max: device.maxOverrides })}
        </p>
      }
    >
      <Form.Item
        name="reason"
        label={t("control.override.reason")}
        rules={[{ required: true, min: 5, message: t("control.override.short") }]}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  );
}
