/** The columns of an instrument's file, each with the role that a mapping gives it. */
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import {
  type ColumnRole,
  columnRole,
  concentrationRoles,
  concentrationUnit,
  type MappedColumn,
  valueRoles,
} from "@tracewater/contract/laboratory/instrument-files";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { type Looked, unitSigns } from "./sheet-labels.ts";

/** Those of the file, and those of the mapping that this file lacks; what was refused is at its column. */
export function MappedColumns(props: {
  looked: Looked;
  columns: readonly MappedColumn[];
  error: ApiError | null;
  onChange: (columns: readonly MappedColumn[]) => void;
}) {
  const { looked, columns, error, onChange } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  const heads = [...new Set([...looked.heads, ...columns.map((one) => one.head)])];
  const faultAt = (head: string) => {
    const at = columns.findIndex((one) => one.head === head);
    const found = error?.fields.filter(({ field }) => field.startsWith(`columns.${at}.`)) ?? [];
    return at < 0 ? "" : found.map((one) => one.message).join("; ");
  };
  return (
    <div className="sheet-heads">
      <table>
        <thead>
          <tr>
            <th>{t("mapping.head")}</th>
            <th>{t("mapping.first")}</th>
            <th>{t("mapping.role")}</th>
            <th>{label("analyte")}</th>
            <th>{t("mapping.unit")}</th>
          </tr>
        </thead>
        <tbody>
          {heads.map((head) => (
            <HeadRow
              key={head}
              head={head}
              first={looked.rows
                .map((row) => row[looked.heads.indexOf(head)] ?? "")
                .filter(Boolean)
                .slice(0, 2)}
              column={columns.find((one) => one.head === head) ?? null}
              fault={faultAt(head)}
              onChange={(column) =>
                onChange([
                  ...columns.filter((one) => one.head !== head),
                  ...(column === null ? [] : [column]),
                ])
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadRow(props: {
  head: string;
  first: readonly string[];
  column: MappedColumn | null;
  fault: string;
  onChange: (column: MappedColumn | null) => void;
}) {
  const { head, column, fault, onChange } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  const role = column?.role ?? null;
  const has = (roles: readonly ColumnRole[]) => role !== null && roles.includes(role);
  const chosen = (next: ColumnRole | null | undefined) => {
    if (next === null || next === undefined) return onChange(null);
    const keepsUnit = concentrationRoles.some((one) => one === next);
    const keepsAnalyte = valueRoles.some((one) => one === next);
    return onChange({
      ...{ head, role: next },
      analyte: keepsAnalyte ? (column?.analyte ?? null) : null,
      unit: keepsUnit ? (column?.unit ?? null) : null,
    });
  };
  return (
    <tr>
      <th scope="row">{head}</th>
      <td className="record-quiet">{props.first.join(", ")}</td>
      <td>
        <Select<ColumnRole | null>
          aria-label={`${head}: ${t("mapping.role")}`}
          allowClear
          placeholder={t("mapping.ignored")}
          value={role}
          options={columnRole.options.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={chosen}
        />
        {fault === "" ? null : <p className="sheet-fault">{fault}</p>}
      </td>
      <td>
        {column === null || !has(valueRoles) ? null : (
          <Select<AnalyteName | null>
            aria-label={`${head}: ${label("analyte")}`}
            allowClear
            showSearch={{ optionFilterProp: "label" }}
            placeholder={t("mapping.byRow")}
            value={column.analyte}
            options={analyteName.options.map((value) => ({ value, label: label(`analyte.${value}`) }))}
            onChange={(analyte) => onChange({ ...column, analyte: analyte ?? null })}
          />
        )}
      </td>
      <td>
        {column === null || !has(concentrationRoles) ? null : (
          <Select
            aria-label={`${head}: ${t("mapping.unit")}`}
            placeholder={t("mapping.unit")}
            value={column.unit}
            options={concentrationUnit.options.map((value) => ({ value, label: unitSigns[value] }))}
            onChange={(unit) => onChange({ ...column, unit })}
          />
        )}
      </td>
    </tr>
  );
}
