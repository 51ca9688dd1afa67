import { useFamilyNames } from "../../../../pickers/family-names.ts";
import "../../../../device/dialogs/device-dialogs.css";
import type { BodyOf } from "@tracewater/contract/call";
import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import Form, { type FormInstance } from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { invalidate, useApiMutation } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { FamilyConfig } from "../../../../device/families/family-config.ts";
import { focusOnOpen } from "../../../../kit/focus-on-open.ts";
import { useMayListPoints, usePointOptions } from "../../../../pickers/point-options.ts";
import { FormDialog } from "../../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../../resource/place-faults.ts";
import { useEnterpriseUnitOptions } from "../../../../resource/unit-options.ts";
import type { Credentials } from "../secrets/credentials.tsx";

type Values = Partial<BodyOf<typeof addDevice>>;

/** Registers a device. What the server refuses is at its field, and what was typed stays. */
export function AddDeviceDialog(props: {
  familyConfig: FamilyConfig;
  onClose: () => void;
  onAdded: (credentials: Credentials) => void;
}) {
  const { t } = useDeviceTexts();
  const names = useFamilyNames();
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addDevice, { handled: true });
  const submit = (values: Values) => {
    const { deviceName = "", unitId = 0, pointId = null } = values;
    const body = { ...values, deviceName, unitId, pointId };
    const input = { params: { family: props.familyConfig.family }, body };
    add.mutate(input, {
      onSuccess: ({ data }) => {
        void invalidate(listDevices);
        props.onAdded(data);
      },
      onError: (error) => placeFaults(form, fieldNames, error, "body"),
    });
  };
  return (
    <FormDialog<Values>
      form={form}
      title={t("add.title", { family: names.oneInText(props.familyConfig.family) })}
      width={520}
      submitText={t("add.submit")}
      isSaving={add.isPending}
      unplaced={unplacedOf(add.error, fieldNames, "body")}
      onSubmit={submit}
      onClose={props.onClose}
      above={<p className="device-dialog-hint">{t("add.hint")}</p>}
    >
      <Fields form={form} familyConfig={props.familyConfig} />
    </FormDialog>
  );
}

function Fields({ form, familyConfig }: { form: FormInstance<Values>; familyConfig: FamilyConfig }) {
  const { t } = useDeviceTexts();
  const units = useEnterpriseUnitOptions();
  const unitId = Form.useWatch("unitId", form);
  const points = usePointOptions(unitId);
  const namePattern = /^[A-Za-z0-9_.:@-]{4,32}$/;
  return (
    <>
      <Form.Item
        name="deviceName"
        label={t("add.deviceName")}
        extra={t("add.deviceNameHint")}
        rules={[
          { required: true, message: t("add.deviceNameMissing") },
          {
            pattern: namePattern,
            transform: (name: string) => name?.trim(),
            message: t("add.deviceNameHint"),
          },
        ]}
      >
        <Input autoComplete="off" ref={focusOnOpen} placeholder={familyConfig.exampleName} />
      </Form.Item>
      <Form.Item
        name="nickname"
        label={t("add.nickname")}
        rules={[{ max: 60, message: t("add.nicknameLong") }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="unitId"
        label={t("list.unit")}
        rules={[{ required: true, message: t("add.unitMissing") }]}
      >
        <Select showSearch={{ optionFilterProp: "label" }} loading={units.loading} options={units.options} />
      </Form.Item>
      {useMayListPoints() ? (
        <Form.Item name="pointId" label={t("list.point")}>
          <Select
            allowClear
            showSearch={{ filterOption: false, onSearch: points.onSearch }}
            loading={points.loading}
            options={points.options}
          />
        </Form.Item>
      ) : null}
      <Form.Item name="tags" label={t("add.tags")}>
        <Select mode="tags" tokenSeparators={[",", "，"]} maxCount={20} open={false} suffixIcon={null} />
      </Form.Item>
    </>
  );
}

const fieldNames = ["deviceName", "nickname", "unitId", "pointId", "tags"] as const;
