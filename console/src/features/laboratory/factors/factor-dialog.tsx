import {
  addFactorVersion,
  type FactorRow,
  listFactors,
  listFactorVersions,
} from "@tracewater/contract/laboratory/factors";
import { correctionFactor } from "@tracewater/wbe/consumption";
import type { Fraction, GPerMol } from "@tracewater/wbe/units";
import Form, { type FormInstance } from "antd/es/form";
import Input from "antd/es/input";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { FormDialog } from "../../../resource/form-dialog.tsx";
import { placeFaults, unplacedOf } from "../../../resource/place-faults.ts";
import { useSources } from "./built-in-sources.ts";

const numbers = [
  ...(["excretedFraction", "factor", "doseMg"] as const),
  ...(["factorUncertainty", "doseUncertainty", "therapeuticShare"] as const),
];
const texts = ["source", "doseSource", "reason"] as const;
type Field = (typeof numbers)[number] | (typeof texts)[number];
type Values = Record<Field, string>;

/** A new version; what the server refuses is at its field, and what was typed stays. */
export function FactorDialog({ row, onClose }: { row: FactorRow; onClose: () => void }) {
  const { t } = useTranslation("laboratory-factors");
  const [form] = Form.useForm<Values>();
  const name = useAnalyteName()(row.analyte);
  const { submit, isSaving, error } = useAddVersion(form, row, onClose);
  const sources = useSources()(row.inForce);
  return (
    <FormDialog<Values>
      form={form}
      title={t("edit.title", { name })}
      width={560}
      submitText={t("edit.submit")}
      initialValues={startValues(row, sources)}
      isSaving={isSaving}
      unplaced={unplacedOf(error, [...numbers, ...texts])}
      onSubmit={submit}
      onClose={onClose}
    >
      <ExcretionFields row={row} />
      <Form.Item name="source" label={t("edit.source")}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={500} />
      </Form.Item>
      <div className="factor-pair">
        <Form.Item name="doseMg" label={t("column.doseMg")}>
          <Input inputMode="decimal" maxLength={14} />
        </Form.Item>
        <Form.Item name="doseUncertainty" label={t("edit.doseUncertainty")}>
          <Input inputMode="decimal" maxLength={8} suffix="%" />
        </Form.Item>
      </div>
      <Form.Item name="doseSource" label={t("edit.doseSource")}>
        <Input maxLength={500} />
      </Form.Item>
      <Form.Item name="reason" label={t("edit.reason")} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={500} placeholder={t("edit.reasonHint")} />
      </Form.Item>
      <p className="factor-quiet">{t("edit.text")}</p>
    </FormDialog>
  );
}

function useAddVersion(form: FormInstance<Values>, row: FactorRow, onClose: () => void) {
  const { t } = useTranslation("laboratory-factors");
  const add = useApiMutation(addFactorVersion, { handled: true });
  const name = useAnalyteName()(row.analyte);
  const submit = (values: Values) => {
    const entered = Object.fromEntries(numbers.map((field) => [field, textOrNull(values[field])]));
    const { source, doseSource, reason } = values;
    const body = { analyte: row.analyte, basedOn: row.inForce.factorId, source, doseSource, reason };
    add.mutate(
      { body: { ...body, ...toNumbers(entered) } },
      {
        onSuccess: () => {
          void invalidate(listFactors);
          void invalidate(listFactorVersions);
          showToast({ tone: "success", text: t("edit.done", { name }) });
          onClose();
        },
        onError: (error) => placeFaults(form, [...numbers, ...texts], error),
      },
    );
  };
  return { submit, isSaving: add.isPending, error: add.error };
}

/** How much of a dose is excreted, or the factor itself, with its uncertainty. */
function ExcretionFields({ row }: { row: FactorRow }) {
  const { t } = useTranslation("laboratory-factors");
  const fraction = Form.useWatch("excretedFraction", Form.useFormInstance<Values>()) ?? "";
  const computed = computeFactor(row, fraction);
  return (
    <>
      <div className="factor-pair">
        <Form.Item name="excretedFraction" label={t("column.excretedFraction")}>
          <Input inputMode="decimal" maxLength={10} />
        </Form.Item>
        <Form.Item
          name="factor"
          label={t("column.factor")}
          extra={computed === null ? null : t("edit.computed", { factor: computed })}
        >
          <Input inputMode="decimal" maxLength={14} disabled={fraction.trim() !== ""} />
        </Form.Item>
      </div>
      <div className="factor-pair">
        <Form.Item name="factorUncertainty" label={t("edit.factorUncertainty")}>
          <Input inputMode="decimal" maxLength={8} suffix="%" />
        </Form.Item>
        {row.analyte === "morphine" ? (
          <Form.Item
            name="therapeuticShare"
            label={t("edit.therapeuticShare")}
            extra={t("edit.therapeuticText")}
          >
            <Input inputMode="decimal" maxLength={8} />
          </Form.Item>
        ) : null}
      </div>
    </>
  );
}

/** From the fraction follows the factor: only one of the two is entered. */
function startValues({ inForce }: FactorRow, sources: Pick<Values, "source" | "doseSource">): Values {
  const { excretedFraction, factor, doseMg } = inForce;
  return {
    excretedFraction: excretedFraction ?? "",
    factor: excretedFraction === null ? (factor ?? "") : "",
    doseMg: doseMg ?? "",
    factorUncertainty: inForce.factorUncertainty ?? "",
    doseUncertainty: inForce.doseUncertainty ?? "",
    therapeuticShare: inForce.therapeuticShare ?? "",
    ...{ ...sources, reason: "" },
  };
}

function computeFactor({ parentMass, residueMass }: FactorRow, typed: string): string | null {
  const fraction = Number(typed);
  if (typed.trim() === "" || !(fraction > 0 && fraction <= 1)) return null;
  const factor = correctionFactor({
    parentMass: parentMass as GPerMol,
    residueMass: residueMass as GPerMol,
    excretedFraction: fraction as Fraction,
  });
  return String(Number(factor.toPrecision(6)));
}

function toNumbers(entered: Record<string, string | null>) {
  const { excretedFraction = null, factor = null, doseMg = null } = entered;
  const { factorUncertainty = null, doseUncertainty = null, therapeuticShare = null } = entered;
  return {
    ...{ excretedFraction, factor: excretedFraction === null ? factor : null, doseMg },
    ...{ factorUncertainty, doseUncertainty, therapeuticShare },
  };
}

function textOrNull(value: string | undefined): string | null {
  const text = (value ?? "").trim();
  return text === "" ? null : text;
}
