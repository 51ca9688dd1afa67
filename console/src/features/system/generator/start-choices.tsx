import { listModelSources } from "@tracewater/contract/system/generated-modules";
import Input from "antd/es/input";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useLocale } from "../../../kit/use-localized.ts";
import { FileChoice } from "../../../resource/import-dialog.tsx";
import { Item } from "./item.tsx";

/** A table of the platform, or a resource that exists. */
export function SourceChoice(props: {
  from: "table" | "resource";
  value: string | null;
  onChange: (table: string) => void;
}) {
  const { t } = useTranslation("system-generator");
  const sources = useApi(listModelSources, {});
  const language = useLocale();
  const found = sources.data?.data;
  const options =
    props.from === "table"
      ? (found?.tables ?? []).map(({ table, comment }) => ({
          value: table,
          label: comment === null ? table : `${table} · ${comment}`,
        }))
      : (found?.resources ?? []).map(({ table, title }) => ({ value: table, label: title[language] }));
  const label = t(`start.choose.${props.from}`);
  return (
    <Item label={label}>
      <Select
        aria-label={label}
        showSearch={{ optionFilterProp: "label" }}
        loading={sources.isPending}
        value={props.value}
        options={options}
        onChange={(table: string) => props.onChange(table)}
      />
    </Item>
  );
}

/** A spreadsheet as a file, or pasted: what is pasted becomes a file of tabs. */
export function SheetChoice(props: {
  file: File | null;
  disabled: boolean;
  onChoose: (file: File | null) => void;
}) {
  const { t } = useTranslation("system-generator");
  return (
    <>
      <FileChoice
        file={props.file}
        onChoose={props.onChoose}
        disabled={props.disabled}
        accept=".xlsx,.csv,.txt,.tsv"
        limits={t("start.limits")}
      />
      <Item label={t("start.paste")}>
        <Input.TextArea
          aria-label={t("start.paste")}
          rows={4}
          disabled={props.disabled}
          onChange={({ target }) =>
            props.onChoose(target.value.trim() === "" ? null : new File([target.value], "pasted.tsv"))
          }
        />
      </Item>
    </>
  );
}
