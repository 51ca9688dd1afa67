import { assaySource } from "@tracewater/contract/laboratory/assay-fields";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import {
  addSheetMapping,
  type ColumnRole,
  changeSheetMapping,
  columnRole,
  concentrationRoles,
  concentrationUnit,
  type InstrumentFileMapping,
  listSheetMappings,
  type MappedColumn,
  valueRoles,
} from "@tracewater/contract/laboratory/instrument-files";
import Button from "antd/es/button";
import Form from "antd/es/form";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { showToast } from "../../../kit/toasts.ts";
import { useAssayLabels } from "../../../pickers/assay-labels.ts";
import { type Looked, unitSigns } from "./sheet-labels.ts";

type Values = Pick<
  InstrumentFileMapping,
  "name" | "instrument" | "method" | "methodVersion" | "source" | "decimal"
> & {
  analytes: string;
};

/** Which column holds what; what the server refuses is at its column. */
export function MappingEditor(props: {
  looked: Looked;
  /** Null for a new one. */
  mapping: InstrumentFileMapping | null;
  onKept: (id: number) => void;
  onCancel: () => void;
}) {
  const { looked, mapping } = props;
  const { t } = useTranslation("laboratory-assay-sheets");
  const label = useAssayLabels();
  const [form] = Form.useForm<Values>();
  const [columns, setColumns] = useState<readonly MappedColumn[]>(mapping?.columns ?? looked.guess);
  const [error, setError] = useState<ApiError | null>(null);
  const add = useApiMutation(addSheetMapping, { handled: true });
  const change = useApiMutation(changeSheetMapping, { handled: true });
  const kept = (id: number) => {
    void invalidate(listSheetMappings).then(() => props.onKept(id));
    showToast({ tone: "success", text: t("mapping.kept") });
  };
  const save = ({ analytes, ...values }: Values) => {
    const body = {
      ...values,
      phase: mapping?.phase ?? ("liquid" as const),
      analytes: toNames(analytes),
      columns: [...columns],
    };
    if (mapping === null) add.mutate({ body }, { onSuccess: ({ data }) => kept(data.id), onError: setError });
    else {
      const { mappingId } = mapping;
      change.mutate(
        { body: { ...body, mappingId } },
        { onSuccess: () => kept(mappingId), onError: setError },
      );
    }
  };
  const heads = [...new Set([...looked.heads, ...columns.map((one) => one.head)])];
  const faultAt = (head: string) => {
    const at = columns.findIndex((one) => one.head === head);
    const found = error?.fields.filter(({ field }) => field.startsWith(`columns.${at}.`)) ?? [];
    return at < 0 ? "" : found.map((one) => one.message).join("; ");
  };
  const nameFault = error?.messageAt("name");
  const whole =
    error === null || error.fields.some(({ field }) => /^columns\.\d/.test(field)) || nameFault !== undefined
      ? ""
      : (error.messageAt("columns") ?? error.message);
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={{
        ...{
          name: mapping?.name ?? "",
          instrument: mapping?.instrument ?? "",
          method: mapping?.method ?? "",
        },
        ...{ methodVersion: mapping?.methodVersion ?? "", source: mapping?.source ?? "lcms" },
        decimal: mapping?.decimal ?? looked.decimal,
        analytes: (mapping?.analytes ?? []).map((one) => `${one.name} = ${one.analyte}`).join("\n"),
      }}
      onFinish={save}
    >
      <div className="sheet-form">
        <Form.Item
          name="name"
          label={t("mapping.name")}
          rules={[{ required: true, whitespace: true }]}
          {...(nameFault === undefined ? {} : { validateStatus: "error" as const, help: nameFault })}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="instrument" label={t("mapping.instrument")}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="method" label={label("method")}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="methodVersion" label={label("methodVersion")}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="source" label={label("source")}>
          <Select
            options={assaySource.options.map((value) => ({ value, label: label(`source.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="decimal" label={t("mapping.decimal")}>
          <Select
            options={([".", ","] as const).map((value) => ({
              value,
              label: t(value === "." ? "mapping.point" : "mapping.comma"),
            }))}
          />
        </Form.Item>
      </div>
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
                onChange={(column) => {
                  setError(null);
                  setColumns([
                    ...columns.filter((one) => one.head !== head),
                    ...(column === null ? [] : [column]),
                  ]);
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Form.Item name="analytes" label={t("mapping.analytes")} extra={t("mapping.analytesHint")}>
        <Input.TextArea rows={2} placeholder="Coca = cocaine" />
      </Form.Item>
      {whole === "" ? null : (
        <p className="sheet-fault" role="alert">
          {whole}
        </p>
      )}
      <div className="sheet-buttons">
        <Button type="primary" htmlType="submit" loading={add.isPending || change.isPending}>
          {t("mapping.keep")}
        </Button>
        <Button onClick={props.onCancel}>{t("cancel")}</Button>
      </div>
    </Form>
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

/** `Coca = cocaine`, one a line. */
function toNames(text: string): { name: string; analyte: AnalyteName }[] {
  return text.split("\n").flatMap((line) => {
    const [name = "", given = ""] = line.split("=").map((part) => part.trim());
    const analyte = analyteName.options.find((one) => one.toLowerCase() === given.toLowerCase());
    return name === "" || analyte === undefined ? [] : [{ name, analyte }];
  });
}
