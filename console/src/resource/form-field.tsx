import type { Field } from "@tracewater/contract/resource/fields";
import { timeZones } from "@tracewater/contract/time-zone";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { DayInput } from "../kit/day/day-input.tsx";
import { focusOnOpen } from "../kit/focus-on-open.ts";
import { isDecimal } from "../kit/number.ts";
import { siteConfig } from "../kit/site-config.ts";
import { useUnitOptions } from "./unit-options.ts";

type Props = { field: Field; label: (key: string) => string; autoFocus: boolean; disabled?: boolean };

/** One field of the edit form: its label, its input and what is wrong with it. */
export function FormField(props: Props) {
  const { field, label: labelOf } = props;
  const { t } = useTranslation("resource");
  const label = labelOf(field.label);
  const rules = [
    // A rule on blanks takes its value for a text, so it is at texts alone.
    ...(field.required
      ? [
          {
            required: true,
            message: t("missing", { label }),
            ...(field.kind === "text" ? { whitespace: true } : {}),
          },
        ]
      : []),
    ...(field.kind === "number" && field.reference === undefined
      ? [
          {
            validator: (_: unknown, text: string) => {
              const fault = faultOf(field, text, t);
              return fault === null ? Promise.resolve() : Promise.reject(new Error(fault));
            },
          },
        ]
      : []),
  ];
  return (
    <Form.Item
      name={field.name}
      label={label}
      rules={rules}
      className={(field.maxLength ?? 0) >= 300 ? "resource-form-wide" : ""}
    >
      <Typed {...props} />
    </Form.Item>
  );
}

function Typed(props: Props & Bound) {
  if (props.field.reference === "unit") return <UnitInput {...props} />;
  return props.field.reference === "timeZone" ? <ZoneInput {...props} /> : <PlainInput {...props} />;
}

/** What is wrong with a number as it was typed, or null: the server says the same, a little later. */
function faultOf(field: Field, text: string | undefined, t: TFunction<"resource">): string | null {
  const typed = (text ?? "").trim();
  if (typed === "") return null;
  if (!isDecimal(typed)) return t("number.none");
  const value = Number(typed);
  if (field.whole && !Number.isInteger(value)) return t("number.whole");
  const { min, max } = field;
  if (min !== null && value < min) return t("number.least", { min });
  return max !== null && value > max ? t("number.most", { max }) : null;
}

/** What antd's form hands to the input inside of an item. */
type Bound = { id?: string; value?: string | number; onChange?: (value: unknown) => void };

function PlainInput({ field, label, autoFocus, ...bound }: Props & Bound) {
  if (field.kind === "choice") {
    const options = field.options.map((value) => ({
      value,
      label: label(`${field.dictionary ?? field.name}.${value}`),
    }));
    return <Select {...bound} value={bound.value ?? null} allowClear={field.nullable} options={options} />;
  }
  const common = { ...bound, value: bound.value ?? "", autoComplete: "off" };
  const ref = autoFocus ? focusOnOpen : null;
  if (field.kind === "number")
    return <Input {...common} ref={ref} inputMode="decimal" suffix={field.unit ?? <span />} />;
  if (field.kind === "day")
    return <DayInput {...bound} value={String(bound.value ?? "")} autoFocus={autoFocus} />;
  return <Input {...common} ref={ref} maxLength={field.maxLength ?? 500} />;
}

/** An IANA name; empty where the server's zone is meant. */
function ZoneInput({ field: _, label: __, autoFocus: ___, ...bound }: Props & Bound) {
  const { t } = useTranslation("resource");
  return (
    <Select
      {...bound}
      value={bound.value || null}
      allowClear
      showSearch
      placeholder={t("serverZone", { zone: siteConfig.zone })}
      options={timeZones.map((value) => ({ value, label: value }))}
    />
  );
}

function UnitInput({ field: _, label: __, autoFocus: ___, ...bound }: Props & Bound) {
  const units = useUnitOptions();
  return (
    <Select
      {...bound}
      value={bound.value ?? null}
      showSearch={{ optionFilterProp: "label" }}
      loading={units.loading}
      options={units.options}
    />
  );
}
