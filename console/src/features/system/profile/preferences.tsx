import { localeCodes, localeOf, locales } from "@tracewater/contract/locales";
import Form from "antd/es/form";
import Radio from "antd/es/radio";
import Switch from "antd/es/switch";
import { useTranslation } from "react-i18next";
import { Card } from "../../../kit/card.tsx";
import { changeSettings, controlHeights, type Settings, useSettings } from "../../../kit/settings-store.ts";
import { turnLanguage } from "../../../kit/turn-language.ts";
import { useLocale } from "../../../kit/use-localized.ts";

const sizes = Object.keys(controlHeights) as Settings["size"][];
const flags = ["tagsView", "rememberTabs", "fixedHeader", "dynamicTitle"] as const;

/** Language and appearance, as this browser remembers them; each takes effect at once. */
export function Preferences() {
  const { t } = useTranslation("system-profile");
  const locale = useLocale();
  const settings = useSettings();
  return (
    <Card title={t("preferences.title")} hint={t("preferences.here")}>
      <Form layout="vertical" component="div">
        <Form.Item label={t("preferences.language")}>
          <Radio.Group
            optionType="button"
            value={locale}
            options={localeCodes.map((value) => ({ value, label: locales[value].name }))}
            onChange={({ target }) => void turnLanguage(localeOf(target.value))}
          />
        </Form.Item>
        <Form.Item label={t("preferences.appearance")}>
          <Radio.Group
            optionType="button"
            value={settings.appearance}
            options={(["system", "light", "dark"] as const).map((value) => ({
              value,
              label: t(`preferences.appearances.${value}`),
            }))}
            onChange={({ target }) => changeSettings({ appearance: target.value })}
          />
        </Form.Item>
        <Form.Item label={t("preferences.size")}>
          <Radio.Group
            optionType="button"
            value={settings.size}
            options={sizes.map((value) => ({ value, label: t(`preferences.sizes.${value}`) }))}
            onChange={({ target }) => changeSettings({ size: target.value })}
          />
        </Form.Item>
        {flags.map((flag) => (
          <div key={flag} className="profile-switch">
            <label htmlFor={`preference-${flag}`}>{t(`preferences.${flag}`)}</label>
            <Switch
              id={`preference-${flag}`}
              checked={settings[flag]}
              onChange={(isOn) => changeSettings({ [flag]: isOn })}
            />
          </div>
        ))}
      </Form>
    </Card>
  );
}
