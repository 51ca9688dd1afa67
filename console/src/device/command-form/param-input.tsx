import Input from "antd/es/input";
import Select from "antd/es/select";
import { type ReactNode, useId } from "react";
import { type DeviceTexts, useDeviceTexts } from "../device-texts.ts";
import { isNumeric } from "../values.ts";
import type { ParamFault, ParamField } from "./param-values.ts";

/** One field of a send form, by its type: its range and unit next to it, its fault beneath it. */
export function ParamInput(props: {
  field: ParamField;
  label: string;
  text: string;
  fault: string | null;
  /** What the device does where it is left empty. */
  whenEmpty?: string | undefined;
  onChange: (text: string) => void;
}) {
  const { field, text, fault, whenEmpty } = props;
  const texts = useDeviceTexts();
  const id = useId();
  const common = { id, value: text, "aria-invalid": fault !== null, "aria-describedby": `${id}-fault` };
  const status = fault === null ? "" : "error";
  const type = field.dataType;
  return (
    <FormRow id={id} label={props.label} required={field.required} hint={rangeOf(field, texts)} fault={fault}>
      {type.type === "enum" || type.type === "bool" ? (
        <Select
          id={id}
          status={status}
          value={text === "" ? undefined : text}
          allowClear={!field.required}
          placeholder={whenEmpty ?? texts.t("send.choose")}
          onChange={(value: string | undefined) => props.onChange(value ?? "")}
          options={type.options.map((option) => ({
            value: String(option.value),
            label: texts.labelOf(option),
          }))}
        />
      ) : (
        <Input
          {...common}
          status={status}
          inputMode={isNumeric(type) ? "decimal" : "text"}
          autoComplete="off"
          placeholder={whenEmpty}
          suffix={
            isNumeric(type) && type.unit !== null ? <span className="send-unit">{type.unit}</span> : null
          }
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </FormRow>
  );
}

/** A label with a hint at its right, a control, and what is wrong with it. */
export function FormRow(props: {
  id: string;
  label: string;
  required?: boolean;
  hint?: string | null;
  fault?: string | null;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={props.wide ? "send-row send-row-wide" : "send-row"}>
      <div className="send-label">
        <label htmlFor={props.id}>
          {props.label}
          {props.required ? <span className="send-required"> *</span> : null}
        </label>
        {props.hint ? <span className="send-hint">{props.hint}</span> : null}
      </div>
      {props.children}
      <p className="send-fault" id={`${props.id}-fault`} role={props.fault ? "alert" : undefined}>
        {props.fault}
      </p>
    </div>
  );
}

export function faultText(fault: ParamFault | undefined, texts: DeviceTexts): string | null {
  return fault === undefined ? null : texts.t(`send.fault.${fault.key}`, fault.values);
}

function rangeOf(field: ParamField, texts: DeviceTexts): string | null {
  const type = field.dataType;
  if (isNumeric(type)) {
    return type.min === null || type.max === null
      ? null
      : texts.t("send.range", { min: type.min, max: type.max });
  }
  return type.type === "text" ? texts.t("send.length", { count: type.length }) : null;
}
