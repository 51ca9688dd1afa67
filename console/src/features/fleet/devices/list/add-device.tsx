import "../device-dialogs.css";
import { useMutation } from "@tanstack/react-query";
import type { BodyOf, CallInput, ReplyOf } from "@tracewater/contract/call";
import { addDevice, listDevices } from "@tracewater/contract/fleet/devices";
import Form, { type FormInstance } from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import type { ApiError } from "../../../../api/api-error.ts";
import { callApi } from "../../../../api/call-api.ts";
import { invalidate } from "../../../../api/use-api.ts";
import { useMayListPoints, usePointOptions } from "../../../../pickers/point-options.ts";
import { placeFaults, unplacedOf } from "../../../../resource/place-faults.ts";
import type { FamilyFacts } from "../families/family-facts.ts";
import { useWords } from "../model/words.ts";
import type { Credentials } from "../secrets/credentials.tsx";
import { useUnitOptions } from "./place-options.ts";

type Values = Partial<BodyOf<typeof addDevice>>;

/** Registers a device. What the server refuses stands at its field, and what was typed stays. */
export function AddDeviceDialog(props: {
  facts: FamilyFacts;
  onClose: () => void;
  onAdded: (credentials: Credentials) => void;
}) {
  const { t } = useWords();
  const [form] = Form.useForm<Values>();
  const add = useMutation<ReplyOf<typeof addDevice>, ApiError, CallInput<typeof addDevice>>({
    mutationFn: (input) => callApi(addDevice, input, { silent: true }),
    onSuccess: (reply) => {
      void invalidate(listDevices);
      props.onAdded(reply.data);
    },
    onError: (error) => placeFaults(form, fieldNames, error, "body"),
  });
  const submit = (values: Values) => {
    const body = { ...values, deviceName: values.deviceName ?? "", unitId: values.unitId ?? 0 };
    add.mutate({
      params: { family: props.facts.family },
      body: { ...body, pointId: values.pointId ?? null },
    });
  };
  const unplaced = unplacedOf(add.error, fieldNames, "body");
  return (
    <Modal
      open
      width={520}
      title={t(`add.title.${props.facts.family}`)}
      okText={t("add.submit")}
      cancelText={t("cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={props.onClose}
    >
      <p className="device-dialog-hint">{t("add.hint")}</p>
      <Form form={form} layout="vertical" requiredMark onFinish={submit} disabled={add.isPending}>
        <Fields form={form} facts={props.facts} />
      </Form>
      {unplaced === null ? null : (
        <p className="device-dialog-fault" role="alert">
          {unplaced || t("add.failed")}
        </p>
      )}
    </Modal>
  );
}

function Fields({ form, facts }: { form: FormInstance<Values>; facts: FamilyFacts }) {
  const { t } = useWords();
  const units = useUnitOptions();
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
        <Input autoComplete="off" autoFocus placeholder={facts.exampleName} />
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
