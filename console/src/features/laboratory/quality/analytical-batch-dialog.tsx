/** The dialog that adds an analytical batch. */
import { addAssayBatch, listAssayBatches } from "@tracewater/contract/laboratory/analytical-batches";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { fromZonedInput } from "../../../charts/zoned-input.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { focusOnOpen } from "../../../kit/focus-on-open.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useUnitOptions } from "../../../resource/unit-options.ts";

type Values = {
  batchNo: string;
  unitId?: number;
  instrument: string;
  method: string;
  methodVersion: string;
  runAt: string;
  weighting: "none" | "1/x" | "1/x2";
};

const names = ["batchNo", "unitId", "instrument", "method", "methodVersion", "runAt"] as const;

/** A new batch; what is wrong is at its field. */
export function AnalyticalBatchDialog(props: { onClose: () => void; onAdded: (id: number) => void }) {
  const { t } = useTranslation("laboratory-quality");
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
        onError: (error) => placeFaults(form, names, error),
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("act.add")}
      width={560}
      submitText={t("act.add")}
      className="quality-form"
      initialValues={{ batchNo: "", instrument: "", method: "", methodVersion: "", weighting: "1/x" }}
      isSaving={add.isPending}
      unplaced={unplacedOf(add.error, names)}
      onSubmit={save}
      onClose={props.onClose}
    >
      <BatchFields />
    </FormDialog>
  );
}

function BatchFields() {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const required = [{ required: true, whitespace: true }];
  return (
    <>
      <Form.Item name="batchNo" label={label("batchNo")} rules={required}>
        <Input maxLength={60} ref={focusOnOpen} />
      </Form.Item>
      <Form.Item name="runAt" label={t("runAt")} rules={[{ required: true }]}>
        <DayInput precision="minute" />
      </Form.Item>
      <Form.Item name="instrument" label={t("instrument")} rules={required}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="method" label={label("method")} rules={required}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="methodVersion" label={label("methodVersion")}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="weighting" label={t("weighting")}>
        <Select
          options={(["1/x", "1/x2", "none"] as const).map((value) => ({
            value,
            label: t(`weightings.${value}`),
          }))}
        />
      </Form.Item>
      <Allowed to="system:dept:list">
        <UnitField />
      </Allowed>
    </>
  );
}

/** Anyone who belongs to a unit need not name it. */
function UnitField() {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const { options, loading } = useUnitOptions();
  return (
    <Form.Item name="unitId" label={label("unit")}>
      <Select allowClear loading={loading} options={options} placeholder={t("ownUnit")} />
    </Form.Item>
  );
}
