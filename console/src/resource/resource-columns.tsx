import { columnFields, type Field, sortableFields } from "@tracewater/contract/resource/fields";
import type { Column } from "../kit/data-table/column.ts";
import { FieldValue } from "./field-value.tsx";
import type { PageResource, ResourceRow } from "./page-resource.ts";

/** The columns of a resource's list, a plain array: a page may filter, replace and add. */
export function resourceColumns<Row extends ResourceRow>(
  resource: PageResource<Row>,
  label: (key: string) => string,
): Column<Row>[] {
  const sortable = new Set(sortableFields(resource).map((field) => field.name));
  return columnFields(resource).map((field) => ({
    id: field.name,
    label: label(field.label),
    unit: field.unit,
    width: widthOf(field),
    align: isNumber(field) ? "right" : "left",
    flexible: field.name !== resource.unique && isText(field),
    sortKey: sortable.has(field.name) ? field.name : undefined,
    required: field.name === resource.unique,
    hiddenAtFirst: field.column === "hidden",
    cell: (row) => <FieldValue field={field} row={row} label={label} />,
  }));
}

function isNumber(field: Field): boolean {
  return field.kind === "number" && field.nameIn === undefined;
}

/** Names and remarks; a shorter text may be an identifier. */
function isText(field: Field): boolean {
  return field.nameIn !== undefined || (field.kind === "text" && (field.maxLength ?? 0) >= 100);
}

function widthOf(field: Field): number {
  if (isNumber(field)) return field.readOnly ? 78 : field.unit === undefined ? 110 : 138;
  if (field.nameIn !== undefined) return 124;
  if (field.kind === "choice") return field.options.length === 2 ? 96 : 104;
  if (field.kind === "day") return 110;
  if ((field.maxLength ?? 0) > 150) return 180;
  return field.maxLength !== null && field.maxLength >= 100 ? 92 : 118;
}
