import { type Locale, textIn } from "@tracewater/contract/locales";
import { useLocale } from "../../../kit/use-localized.ts";
import "./config.css";
import { type Config, configs } from "@tracewater/contract/system/config";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../kit/data-table/column.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";

/** The platform's parameters. */
export default function ConfigListPage() {
  const { t } = useTranslation("system-config");
  const locale = useLocale();
  return (
    <ResourcePage
      resource={configs}
      columns={(declared) => toColumns(declared, locale)}
      card={(config) => (
        <div className="config-card">
          <strong>
            {textIn({ en: config.configName, zh: config.configNameZh || config.configName }, locale)}
          </strong>
          <span className="code">{config.configKey}</span>
          <span className="config-value">{config.configValue}</span>
        </div>
      )}
      blank={{ title: t("none.title"), text: t("none.text") }}
      locked={{ is: (config) => config.configType === "0", fields: ["configKey"] }}
    />
  );
}

const otherLanguage = { en: ["configNameZh", "remarkZh"], zh: ["configName", "remark"] };

function toColumns(declared: Column<Config>[], locale: Locale): Column<Config>[] {
  const hidden = textIn(otherLanguage, locale);
  return declared.map((column) => {
    const shown = { ...column, hiddenAtFirst: hidden.includes(column.id) };
    switch (column.id) {
      case "configName":
      case "configNameZh":
        return { ...shown, width: 250 };
      case "configKey":
        return { ...shown, width: 200, cell: (config) => <span className="code">{config.configKey}</span> };
      case "configValue":
        return { ...shown, width: 84, cell: (config) => <span className="code">{config.configValue}</span> };
      case "remark":
      case "remarkZh":
        return { ...shown, width: 300 };
      default:
        return shown;
    }
  });
}
