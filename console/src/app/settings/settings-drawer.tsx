import "./settings-drawer.css";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Segmented from "antd/es/segmented";
import Switch from "antd/es/switch";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { type Language, readLanguage } from "../../kit/language.ts";
import {
  changeSettings,
  controlHeights,
  defaultSettings,
  type Settings,
  useSettings,
} from "../../kit/settings-store.ts";
import { chooseLanguage, languages } from "../shell/looks.tsx";
import { ThemeColour } from "./theme-colour.tsx";

const flags = ["tagsView", "rememberTabs", "fixedHeader", "sidebarLogo", "dynamicTitle"] as const;
const appearances = ["light", "dark", "system"] as const;
const sizes = ["default", "medium", "small", "mini"] as const;

/** Layout settings; every change shows at once and is kept in this browser. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app");
  const settings = useSettings();
  return (
    <Drawer
      open
      size={360}
      title={t("settings.title")}
      closable={{ placement: "end" }}
      onClose={onClose}
      footer={<Foot onClose={onClose} />}
    >
      <Part title={t("settings.theme")}>
        <ThemeColour />
      </Part>
      <Part title={t("appearance.title")}>
        <Segmented
          block
          value={settings.appearance}
          options={appearances.map((value) => ({ value, label: t(`appearance.${value}`) }))}
          onChange={(appearance) => changeSettings({ appearance })}
        />
      </Part>
      <Part title={t("size.title")}>
        <Segmented
          block
          value={settings.size}
          options={sizes.map((value) => ({ value, label: `${t(`size.${value}`)} ${controlHeights[value]}` }))}
          onChange={(size) => changeSettings({ size })}
        />
      </Part>
      <Part title={t("language.title")}>
        <Segmented<Language>
          block
          value={readLanguage()}
          options={languages.map(({ key, label }) => ({ value: key, label }))}
          onChange={(language) => void chooseLanguage(language)}
        />
      </Part>
      <div className="settings-flags">
        {flags.map((flag) => (
          <Flag key={flag} name={flag} settings={settings} />
        ))}
      </div>
    </Drawer>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Flag({ name, settings }: { name: (typeof flags)[number]; settings: Settings }) {
  const { t } = useTranslation("app");
  const id = useId();
  return (
    <div className="settings-flag">
      <label htmlFor={id}>{t(`settings.${name}`)}</label>
      <Switch id={id} checked={settings[name]} onChange={(on) => changeSettings({ [name]: on })} />
    </div>
  );
}

function Foot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app");
  return (
    <div className="settings-foot">
      <Button onClick={() => changeSettings(defaultSettings)}>{t("settings.reset")}</Button>
      <Button type="primary" onClick={onClose}>
        {t("settings.done")}
      </Button>
    </div>
  );
}
