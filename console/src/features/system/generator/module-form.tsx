import { defaultRoles } from "@tracewater/contract/generator/model-defaults";
import { modelArea, type ResourceModel } from "@tracewater/contract/generator/resource-model";
import { menuIcons } from "@tracewater/contract/system/menu-icons";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { TextInput } from "./inputs.tsx";
import { Item } from "./item.tsx";
import type { Faults } from "./kept-model.ts";

type Props = { model: ResourceModel; faults: Faults; onChange: (model: ResourceModel) => void };

const names = ["one", "many", "table", "key", "path", "permission", "menuPath", "migration"] as const;

/** What the module is called in each place, and the texts of its page. */
export function ModuleForm({ model, faults, onChange }: Props) {
  const { t } = useTranslation("system-generator");
  const set = (part: Partial<ResourceModel>) => onChange({ ...model, ...part });
  const texts = model.fields.filter(({ kind, required }) => kind === "text" && required);
  const others = model.fields.filter(({ name }) => name !== model.unique);
  return (
    <Card title={t("edit.module")}>
      <div className="generator-form">
        <Choice
          label={t("module.area")}
          value={model.area}
          options={modelArea.options.map((value) => ({ value, label: t(`area.${value}`) }))}
          onChange={(area) => set({ area, roles: defaultRoles(area) })}
        />
        {names.map((name) => (
          <Item key={name} label={t(`module.${name}`)} fault={faults.get(name)}>
            <TextInput
              label={t(`module.${name}`)}
              value={model[name]}
              onChange={(value) => set({ [name]: value })}
            />
          </Item>
        ))}
        <Choice
          label={t("module.unique")}
          fault={faults.get("unique")}
          value={model.unique}
          options={texts.map(({ name }) => ({ value: name, label: name }))}
          onChange={(unique) => set({ unique })}
        />
        <Choice
          label={t("module.within")}
          fault={faults.get("within")}
          value={model.within ?? ""}
          options={[
            { value: "", label: t("module.everywhere") },
            ...others.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(within) => set({ within: within === "" ? null : within })}
        />
        <Choice
          label={t("module.icon")}
          value={model.icon}
          options={menuIcons.map((value) => ({ value, label: value }))}
          onChange={(icon) => set({ icon })}
        />
        <Texts model={model} faults={faults} onChange={onChange} />
      </div>
    </Card>
  );
}

function Texts({ model, faults, onChange }: Props) {
  const { t } = useTranslation("system-generator");
  const rows = [
    ...(["title", "single"] as const).flatMap((name) =>
      (["en", "zh"] as const).map((language) => ({
        path: `${name}.${language}`,
        label: `${t(`module.${name}`)} (${t(`language.${language}`)})`,
        value: model[name][language],
        set: (value: string) => onChange({ ...model, [name]: { ...model[name], [language]: value } }),
      })),
    ),
    ...(["enTitle", "zhTitle", "en", "zh"] as const).map((name) => ({
      path: `none.${name}`,
      label: t(`module.none.${name}`),
      value: model.none[name],
      set: (value: string) => onChange({ ...model, none: { ...model.none, [name]: value } }),
    })),
  ];
  return rows.map(({ path, label, value, set }) => (
    <Item key={path} label={label} fault={faults.get(path)}>
      <TextInput label={label} value={value} onChange={set} />
    </Item>
  ));
}

function Choice<V extends string>(props: {
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
        showSearch={{ optionFilterProp: "label" }}
        value={props.value}
        options={props.options}
        onChange={props.onChange}
      />
    </Item>
  );
}
