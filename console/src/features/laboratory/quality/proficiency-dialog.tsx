import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import {
  addProficiencyResult,
  listProficiencyResults,
} from "@tracewater/contract/laboratory/proficiency-rounds";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { DayInput } from "../../../kit/day/day-input.tsx";
import { formatDay } from "../../../kit/moment.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";

const amounts = ["assigned", "sigma", "value", "assignedUncertainty", "uncertainty"] as const;
const texts = ["provider", "round", "sample"] as const;
type Values = { analyte: AnalyteName; heldOn: string; source: string; note: string } & Record<
  (typeof amounts)[number] | (typeof texts)[number],
  string
>;

const names = [...texts, "heldOn", "analyte", ...amounts, "source", "note"] as const;

/** One result of a round, as the provider's report has it. */
export function ProficiencyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("laboratory-quality");
  const [form] = Form.useForm<Values>();
  const add = useApiMutation(addProficiencyResult, { handled: true });
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const save = ({ assignedUncertainty, uncertainty, ...rest }: Values) =>
    add.mutate(
      {
        body: {
          ...rest,
          ...{ assignedUncertainty: orNull(assignedUncertainty), uncertainty: orNull(uncertainty) },
        },
      },
      {
        onSuccess: () => {
          void invalidate(listProficiencyResults);
          onClose();
        },
        onError: (error) => placeFaults(form, names, error),
      },
    );
  return (
    <FormDialog<Values>
      form={form}
      title={t("act.addRound")}
      width={560}
      submitText={t("act.addRound")}
      className="quality-form"
      isSaving={add.isPending}
      unplaced={unplacedOf(add.error, names)}
      initialValues={{
        ...{ provider: "", round: "", sample: "", analyte: "mdma", heldOn: formatDay(Date.now()) },
        ...{ assigned: "", sigma: "", value: "", assignedUncertainty: "", uncertainty: "" },
        ...{ source: "", note: "" },
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <RoundFields />
    </FormDialog>
  );
}

function RoundFields() {
  const { t } = useTranslation("laboratory-quality");
  const label = useAssayLabels();
  const required = [{ required: true, whitespace: true }];
  const amount = (name: (typeof amounts)[number]) => (
    <Form.Item
      key={name}
      name={name}
      label={t(`round.${name}`)}
      rules={name === "assignedUncertainty" || name === "uncertainty" ? [] : required}
    >
      <Input inputMode="decimal" maxLength={24} suffix="μg/L" />
    </Form.Item>
  );
  return (
    <>
      {texts.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`round.${name}`)}
          rules={name === "sample" ? [] : required}
        >
          <Input maxLength={60} />
        </Form.Item>
      ))}
      <Form.Item name="heldOn" label={t("round.heldOn")} rules={required}>
        <DayInput />
      </Form.Item>
      <Form.Item name="analyte" label={label("analyte")}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={analyteName.options.map((value) => ({ value, label: label(`analyte.${value}`) }))}
        />
      </Form.Item>
      {amounts.map(amount)}
      <Form.Item name="source" label={t("round.source")} rules={required}>
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item name="note" label={t("round.note")}>
        <Input maxLength={500} />
      </Form.Item>
    </>
  );
}
