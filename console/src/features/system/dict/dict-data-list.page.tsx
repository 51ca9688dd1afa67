import { type Locale, textIn } from "@tracewater/contract/locales";
import { useLocale } from "../../../kit/use-localized.ts";
import "./dict.css";
import { type DictDatum, dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { DictLabelTag } from "../../../pickers/dict-tag.tsx";
import { refreshDictionaries } from "../../../pickers/use-dictionary.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";
import { typesPath } from "./dict-paths.ts";

/** The values of one dictionary. */
export default function DictDataListPage() {
  const id = Number(useParams()["dictId"]);
  const { t } = useTranslation("system-dict");
  const locale = useLocale();
  const isId = Number.isInteger(id) && id > 0 && id < 2 ** 31;
  const found = useApi(dictTypes.calls.get, { params: { id } }, { enabled: isId, handled: true });
  const type = found.data?.data;
  if (!isId || found.error?.code === 404) {
    return (
      <PageFrame>
        <EmptyState title={t("noType.title")} text={<Link to={typesPath}>{t("noType.back")}</Link>} />
      </PageFrame>
    );
  }
  if (type === undefined) {
    return (
      <PageFrame>
        {found.error === null ? (
          <Loading lines={6} />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )}
      </PageFrame>
    );
  }
  return (
    <ResourcePage
      key={type.dictType}
      resource={dictData}
      fixed={{ dictType: type.dictType }}
      head={{
        title: textIn({ en: type.dictName, zh: type.dictNameZh || type.dictName }, locale),
        hint: (
          <>
            <Link to={typesPath}>{t("types")}</Link> / <span className="code">{type.dictType}</span>
            {type.status === "1" ? ` · ${t("outOfUse")}` : ""}
          </>
        ),
      }}
      columns={(declared) => toColumns(declared, locale)}
      card={(value) => (
        <div className="dict-card">
          <strong>{labelOf(value, locale)}</strong>
          <span className="code">{value.dictValue}</span>
          {value.status === "1" ? <span>{t("outOfUse")}</span> : null}
        </div>
      )}
      blank={{ title: t("noValues.title"), text: t("noValues.text") }}
      locked={{ is: (value) => value.builtIn === "0", fields: ["dictValue"] }}
      onChanged={refreshDictionaries}
    />
  );
}

/** The look of a value is shown by its own label. */
function toColumns(declared: Column<DictDatum>[], locale: Locale): Column<DictDatum>[] {
  return declared
    .filter((column) => column.id !== "dictType")
    .map((column) => {
      switch (column.id) {
        case "dictValue":
          return { ...column, width: 150, cell: (value) => <span className="code">{value.dictValue}</span> };
        case "dictLabel":
        case "dictLabelZh":
          return { ...column, width: 170 };
        case "listClass":
          return {
            ...column,
            width: 140,
            cell: (value) => <DictLabelTag label={labelOf(value, locale)} look={value.listClass} />,
          };
        default:
          return column;
      }
    });
}

function labelOf(value: DictDatum, locale: Locale): string {
  return textIn({ en: value.dictLabel, zh: value.dictLabelZh || value.dictLabel }, locale);
}
