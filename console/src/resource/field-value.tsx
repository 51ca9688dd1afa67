import type { Field } from "@tracewater/contract/resource/fields";
import type { ReactNode } from "react";
import { Quantity } from "../kit/quantity.tsx";
import { State } from "../kit/state.tsx";
import type { ResourceRow } from "./page-resource.ts";

/** A field of a row as people read it; an absent value is a dash. */
export function FieldValue(props: {
  field: Field;
  row: ResourceRow;
  label: (key: string) => string;
}): ReactNode {
  const { field, row, label } = props;
  const value = row[field.nameIn ?? field.name];
  if (field.kind === "number" && field.nameIn === undefined) {
    return <Quantity value={typeof value === "number" ? value : null} digits={field.whole ? 0 : undefined} />;
  }
  if (value === null || value === undefined || value === "") return "—";
  if (field.dictionary === undefined) return <span title={String(value)}>{String(value)}</span>;
  const text = label(`${field.dictionary}.${String(value)}`);
  // A mark draws the eye to what is off; nearly all rows are on.
  return isSwitch(field) && value === "1" ? <State tone="off" label={text} /> : text;
}

/** A flag: "0" is on, "1" is off. */
function isSwitch(field: Field): boolean {
  return field.options.length === 2 && field.options[0] === "0" && field.options[1] === "1";
}
