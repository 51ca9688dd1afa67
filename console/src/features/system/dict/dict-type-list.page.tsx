import { type Locale, textIn } from "@tracewater/contract/locales";
import { useLocale } from "../../../kit/use-localized.ts";
import "./dict.css";
import { type DictType, dictTypes } from "@tracewater/contract/system/dict-types";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../../kit/data-table/column.ts";
import { DictTag } from "../../../pickers/dict-tag.tsx";
import { refreshDictionaries } from "../../../pickers/use-dictionary.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { dataPath } from "./dict-paths.ts";

/** The dictionaries; each leads to its values. */
export default function DictTypeListPage() {
  const { t } = useTranslation("system-dict");
  const locale = useLocale();
  return (
    <ResourcePage
      resource={dictTypes}
      columns={(declared) => toColumns(declared, locale)}
      card={(type) => (
        <div className="dict-card">
          <Link to={dataPath(type.dictId)}>{nameOf(type, locale)}</Link>
          <span className="code">{type.dictType}</span>
          <span>{t("values", { count: type.dataCount })}</span>
        </div>
      )}
      blank={{ title: t("noTypes.title"), text: t("noTypes.text") }}
      locked={{ is: (type) => type.builtIn === "0", fields: ["dictType"] }}
      onChanged={refreshDictionaries}
    />
  );
}

/** The name in the language of the console comes first; the other one is a column that can be shown. */
function toColumns(declared: Column<DictType>[], locale: Locale): Column<DictType>[] {
  const hidden = textIn({ en: "dictNameZh", zh: "dictName" }, locale);
  return declared.map((column) => {
    switch (column.id) {
      case "dictType":
        return {
          ...column,
          width: 170,
          cell: (type) => (
            <Link className="code" to={dataPath(type.dictId)}>
              {type.dictType}
            </Link>
          ),
        };
      case "dictName":
      case "dictNameZh":
        return { ...column, width: 190, hiddenAtFirst: column.id === hidden };
      case "status":
        return {
          ...column,
          cell: (type) => <DictTag type="sys_normal_disable" value={type.status} />,
        };
      default:
        return column;
    }
  });
}

function nameOf(type: DictType, locale: Locale): string {
  return textIn({ en: type.dictName, zh: type.dictNameZh || type.dictName }, locale);
}
