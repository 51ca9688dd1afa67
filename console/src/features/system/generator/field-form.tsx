import { type ModelField, modelKind } from "@tracewater/contract/generator/resource-model";
import Checkbox from "antd/es/checkbox";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { NumberInput, TextInput } from "./inputs.tsx";
import { Item } from "./item.tsx";
import { OptionList } from "./option-list.tsx";

type Props = {
  field: ModelField;
  faultAt: (name: string) => string | undefined;
  optionFault: string | undefined;
  onChange: (field: ModelField) => void;
};

/** All that a declaration says of a field. */
export function FieldForm({ field, faultAt, optionFault, onChange }: Props) {
  const { t } = useTranslation("system-generator");
  const set = (part: Partial<ModelField>) => onChange({ ...field, ...part });
  const isNumber = field.kind === "whole" || field.kind === "decimal";
  const text = (name: "name" | "en" | "zh" | "measure") => (
    <Item label={t(`field.${name}`)} fault={faultAt(name)}>
      <TextInput
        label={t(`field.${name}`)}
        value={field[name]}
        onChange={(value) => set({ [name]: value })}
      />
    </Item>
  );
  const number = (name: "min" | "max") => (
    <Item label={t(`field.${name}`)} fault={faultAt(name)}>
      <NumberInput
        label={t(`field.${name}`)}
        value={field[name]}
        onChange={(value) => set({ [name]: value })}
      />
    </Item>
  );
  return (
    <Card title={field.name} hint={t("field.hint")}>
      <div className="generator-form">
        {text("name")}
        {text("en")}
        {text("zh")}
        <Chosen
          label={t("field.kind")}
          fault={faultAt("kind")}
          value={field.kind}
          options={modelKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind) => set(ofKind(field, kind))}
        />
        {field.kind === "text" ? (
          <Item label={t("field.maxLength")} fault={faultAt("maxLength")}>
            <NumberInput
              label={t("field.maxLength")}
              value={field.maxLength}
              onChange={(value) => set({ maxLength: value ?? 100 })}
            />
          </Item>
        ) : null}
        {isNumber ? number("min") : null}
        {isNumber ? number("max") : null}
        {isNumber ? text("measure") : null}
        {field.required || field.kind === "day" || field.kind === "unit" ? null : (
          <Item label={t("field.initial")} fault={faultAt("initial")}>
            <InitialInput field={field} onChange={(initial) => set({ initial })} />
          </Item>
        )}
        <Chosen
          label={t("field.column")}
          value={field.column}
          options={(["shown", "hidden", "never"] as const).map((value) => ({
            value,
            label: t(`shown.${value}`),
          }))}
          onChange={(column) => set({ column })}
        />
        <Chosen
          label={t("field.search")}
          fault={faultAt("search")}
          value={field.search}
          options={searchesOf(field).map((value) => ({ value, label: t(`searchBy.${value}`) }))}
          onChange={(search) => set({ search })}
        />
        <Item label={t("field.more")} wide>
          <span>
            {(["required", "sortable", "exported"] as const).map((name) => (
              <Checkbox
                key={name}
                checked={field[name]}
                onChange={({ target }) =>
                  set(
                    name === "required"
                      ? { required: target.checked, initial: null }
                      : { [name]: target.checked },
                  )
                }
              >
                {t(`field.${name}`)}
              </Checkbox>
            ))}
          </span>
        </Item>
        {field.kind === "choice" ? (
          <Item label={t("field.options")} fault={optionFault} wide>
            <OptionList options={field.options} faultAt={faultAt} onChange={(options) => set({ options })} />
          </Item>
        ) : null}
      </div>
    </Card>
  );
}

/** What belongs to another kind alone goes with it. */
function ofKind(field: ModelField, kind: ModelField["kind"]): Partial<ModelField> {
  const isUnit = kind === "unit";
  return {
    ...{
      kind,
      initial: null,
      options: kind === "choice" ? field.options : [],
      min: null,
      max: null,
      measure: "",
    },
    search: "none",
    ...(isUnit ? { name: "unitId", required: true, search: "choice" } : {}),
  };
}

function searchesOf({ kind }: ModelField): readonly ModelField["search"][] {
  if (kind === "text") return ["none", "text", "exact"];
  return kind === "choice" || kind === "unit" ? ["none", "choice"] : ["none"];
}

function InitialInput(props: { field: ModelField; onChange: (value: ModelField["initial"]) => void }) {
  const { field, onChange } = props;
  const { t } = useTranslation("system-generator");
  const label = t("field.initial");
  if (field.kind === "choice") {
    return (
      <Select
        aria-label={label}
        allowClear
        value={field.initial}
        options={field.options.map(({ value }) => ({ value, label: value }))}
        onChange={(value?: ModelField["initial"]) => onChange(value ?? null)}
      />
    );
  }
  if (field.kind === "text")
    return (
      <TextInput
        label={label}
        value={String(field.initial ?? "")}
        onChange={(value) => onChange(value || null)}
      />
    );
  const value = typeof field.initial === "number" ? field.initial : null;
  return <NumberInput label={label} value={value} onChange={onChange} />;
}

function Chosen<V extends string>(props: {
  label: string;
  fault?: string | undefined;
  value: V;
  options: { value: V; label: string }[];
  onChange: (value: V) => void;
}) {
  return (
    <Item label={props.label} fault={props.fault}>
      <Select<V>
        aria-label={props.label}
        value={props.value}
        options={props.options}
        onChange={props.onChange}
      />
    </Item>
  );
}
