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
export function FieldForm(props: Props) {
  const { field, faultAt, optionFault, onChange } = props;
  const { t } = useTranslation("system-generator");
  const set = (part: Partial<ModelField>) => onChange({ ...field, ...part });
  return (
    <Card title={field.name} hint={t("field.hint")}>
      <div className="generator-form">
        <TextItem {...props} name="name" set={set} />
        <TextItem {...props} name="en" set={set} />
        <TextItem {...props} name="zh" set={set} />
        <Chosen
          label={t("field.kind")}
          fault={faultAt("kind")}
          value={field.kind}
          options={modelKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind) => set(ofKind(field, kind))}
        />
        <Limits {...props} set={set} />
        <Listing {...props} set={set} />
        {field.kind === "choice" ? (
          <Item label={t("field.options")} fault={optionFault} wide>
            <OptionList options={field.options} faultAt={faultAt} onChange={(options) => set({ options })} />
          </Item>
        ) : null}
      </div>
    </Card>
  );
}

type Parts = Props & { set: (part: Partial<ModelField>) => void };

function TextItem({ field, faultAt, set, name }: Parts & { name: "name" | "en" | "zh" | "measure" }) {
  const { t } = useTranslation("system-generator");
  const label = t(`field.${name}`);
  return (
    <Item label={label} fault={faultAt(name)}>
      <TextInput label={label} value={field[name]} onChange={(value) => set({ [name]: value })} />
    </Item>
  );
}

/** What its values may be. */
function Limits(props: Parts) {
  const { field, faultAt, set } = props;
  const { t } = useTranslation("system-generator");
  const isNumber = field.kind === "whole" || field.kind === "decimal";
  const hasInitial = !field.required && field.kind !== "day" && field.kind !== "unit";
  const names = isNumber ? (["min", "max"] as const) : field.kind === "text" ? (["maxLength"] as const) : [];
  return (
    <>
      {names.map((name) => (
        <Item key={name} label={t(`field.${name}`)} fault={faultAt(name)}>
          <NumberInput
            label={t(`field.${name}`)}
            value={field[name]}
            onChange={(value) => set(name === "maxLength" ? { maxLength: value ?? 100 } : { [name]: value })}
          />
        </Item>
      ))}
      {isNumber ? <TextItem {...props} name="measure" /> : null}
      {hasInitial ? (
        <Item label={t("field.initial")} fault={faultAt("initial")}>
          <InitialInput field={field} onChange={(initial) => set({ initial })} />
        </Item>
      ) : null}
    </>
  );
}

/** How the list and the spreadsheets have it. */
function Listing({ field, faultAt, set }: Parts) {
  const { t } = useTranslation("system-generator");
  const shown = ["shown", "hidden", "never"] as const;
  return (
    <>
      <Chosen
        label={t("field.column")}
        value={field.column}
        options={shown.map((value) => ({ value, label: t(`shown.${value}`) }))}
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
              onChange={({ target: { checked } }) =>
                set(name === "required" ? { required: checked, initial: null } : { [name]: checked })
              }
            >
              {t(`field.${name}`)}
            </Checkbox>
          ))}
        </span>
      </Item>
    </>
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
