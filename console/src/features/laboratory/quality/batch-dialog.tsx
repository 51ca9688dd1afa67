import { addAssayBatch, listAssayBatches } from "@tracewater/contract/laboratory/batches";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Modal from "antd/es/modal";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { useUnitOptions } from "../../../resource/unit-options.ts";
import { useAssayWords } from "./quality-columns.tsx";

type Values = {
  batchNo: string;
  unitId?: number;
  instrument: string;
  method: string;
  methodVersion: string;
  runAt: string;
  weighting: "none" | "1/x";
};

/** A new batch; what is wrong stands at its field. */
export function BatchDialog(props: { onClose: () => void; onAdded: (id: number) => void }) {
  const { t } = useTranslation("laboratory-quality");
  const word = useAssayWords();
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addAssayBatch, { handled: true });
  const save = ({ runAt, weighting, unitId, ...rest }: Values) =>
    add.mutate(
      {
        body: {
          ...rest,
          ...(unitId === undefined ? {} : { unitId }),
          runAt: fromZonedInput(runAt) ?? Number.NaN,
          criteria: { weighting },
        },
      },
      {
        onSuccess: ({ data }) => {
          void invalidate(listAssayBatches);
          props.onAdded(data.id);
        },
        onError: (error) =>
          form.setFields(
            (["batchNo", "unitId", "instrument", "method", "runAt"] as const).flatMap((name) => {
              const fault = error.messageAt(name);
              return fault === undefined ? [] : [{ name, errors: [fault] }];
            }),
          ),
      },
    );
  const required = [{ required: true, whitespace: true }];
  return (
    <Modal
      open
      centered
      width={560}
      title={t("act.add")}
      okText={t("act.add")}
      cancelText={t("cancel")}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={props.onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ batchNo: "", instrument: "", method: "", methodVersion: "", weighting: "1/x" }}
        onFinish={save}
      >
        <div className="quality-form">
          <Form.Item name="batchNo" label={word("batchNo")} rules={required}>
            <Input maxLength={60} autoFocus />
          </Form.Item>
          <Form.Item name="runAt" label={t("runAt")} rules={[{ required: true }]}>
            <DayInput precision="minute" />
          </Form.Item>
          <Form.Item name="instrument" label={t("instrument")} rules={required}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="method" label={word("method")} rules={required}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="methodVersion" label={word("methodVersion")}>
            <Input maxLength={40} />
          </Form.Item>
          <Form.Item name="weighting" label={t("weighting")}>
            <Select
              options={(["1/x", "none"] as const).map((value) => ({
                value,
                label: t(value === "none" ? "unweighted" : "weighted"),
              }))}
            />
          </Form.Item>
          <Allowed to="system:dept:list">
            <UnitField />
          </Allowed>
        </div>
      </Form>
      {add.error === null || add.error.fields.length > 0 ? null : (
        <p className="quality-fault" role="alert">
          {add.error.message}
        </p>
      )}
    </Modal>
  );
}

/** Whoever belongs to a unit need not name it. */
function UnitField() {
  const { t } = useTranslation("laboratory-quality");
  const word = useAssayWords();
  const { options, loading } = useUnitOptions();
  return (
    <Form.Item name="unitId" label={word("unit")}>
      <Select allowClear loading={loading} options={options} placeholder={t("ownUnit")} />
    </Form.Item>
  );
}
