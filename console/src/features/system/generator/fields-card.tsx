import { emptyField } from "@tracewater/contract/generator/model-defaults";
import type { ModelField, ResourceModel } from "@tracewater/contract/generator/resource-model";
import Button from "antd/es/button";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { FieldForm } from "./field-form.tsx";
import type { Faults } from "./kept-model.ts";

type Props = { model: ResourceModel; faults: Faults; onChange: (model: ResourceModel) => void };

/** The fields in their order, and the form of the one that is chosen. */
export function FieldsCard({ model, faults, onChange }: Props) {
  const { t } = useTranslation("system-generator");
  const [chosen, setChosen] = useState(0);
  const { fields } = model;
  const field = fields[chosen];
  const setFields = (next: ModelField[]) => onChange({ ...model, fields: next });
  const add = () => {
    setFields([...fields, emptyField(freeName(fields), { en: t("field.new"), zh: t("field.new") })]);
    setChosen(fields.length);
  };
  const changeOne = (next: ModelField) => {
    const isUnique = field?.name === model.unique;
    const isWithin = field?.name === model.within;
    onChange({
      ...model,
      fields: fields.map((one, at) => (at === chosen ? next : one)),
      // A field keeps its part under another name.
      ...(isUnique ? { unique: next.name } : {}),
      ...(isWithin ? { within: next.name } : {}),
    });
  };
  return (
    <>
      <Card
        title={t("field.title")}
        hint={t("field.count", { count: fields.length })}
        extra={
          <Button icon={<Plus size={16} />} disabled={fields.length >= 40} onClick={add}>
            {t("field.add")}
          </Button>
        }
        flush
      >
        <FieldTable
          model={model}
          faults={faults}
          chosen={chosen}
          onChoose={setChosen}
          onMove={(at, by) => {
            setFields(moved(fields, at, by));
            setChosen(at + by);
          }}
          onRemove={(at) => {
            setFields(fields.filter((_, place) => place !== at));
            setChosen(Math.max(0, at - 1));
          }}
        />
      </Card>
      {field === undefined ? null : (
        <FieldForm
          field={field}
          faultAt={(name) => faults.get(`fields.${chosen}.${name}`)}
          optionFault={faults.get(`fields.${chosen}.options`)}
          onChange={changeOne}
        />
      )}
    </>
  );
}

function moved(fields: readonly ModelField[], at: number, by: number): ModelField[] {
  const rest = fields.filter((_, place) => place !== at);
  return [...rest.slice(0, at + by), ...fields.slice(at, at + 1), ...rest.slice(at + by)];
}

function freeName(fields: readonly ModelField[]): string {
  for (let at = fields.length + 1; ; at++) {
    if (!fields.some(({ name }) => name === `field${at}`)) return `field${at}`;
  }
}

function FieldTable(props: {
  model: ResourceModel;
  faults: Faults;
  chosen: number;
  onChoose: (at: number) => void;
  onMove: (at: number, by: number) => void;
  onRemove: (at: number) => void;
}) {
  const { t } = useTranslation("system-generator");
  const { fields, unique } = props.model;
  return (
    <div className="generator-fields">
      <table>
        <thead>
          <tr>
            {(["name", "label", "kind", "required"] as const).map((name) => (
              <th key={name}>{t(`field.${name}`)}</th>
            ))}
            <th aria-label={t("column.actions")} />
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field has no name of its own that stays while it is typed
            <tr key={at} aria-selected={at === props.chosen}>
              <td>
                <button type="button" className="generator-open code" onClick={() => props.onChoose(at)}>
                  {field.name}
                </button>
                {hasFault(props.faults, at) ? (
                  <span className="generator-fault"> {t("field.wrong")}</span>
                ) : null}
              </td>
              <td>
                {field.en} · {field.zh}
              </td>
              <td>{t(`kind.${field.kind}`)}</td>
              <td>{field.name === unique ? t("field.unique") : field.required ? t("field.yes") : ""}</td>
              <td>
                <span className="generator-actions">
                  <IconButton
                    label={t("field.up", { name: field.name })}
                    disabled={at === 0}
                    onClick={() => props.onMove(at, -1)}
                  >
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    label={t("field.down", { name: field.name })}
                    disabled={at === fields.length - 1}
                    onClick={() => props.onMove(at, 1)}
                  >
                    <ArrowDown />
                  </IconButton>
                  <IconButton
                    label={t("field.remove", { name: field.name })}
                    onClick={() => props.onRemove(at)}
                  >
                    <Trash2 />
                  </IconButton>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function hasFault(faults: Faults, at: number): boolean {
  return [...faults.keys()].some((path) => path.startsWith(`fields.${at}.`));
}
