import "./settings-drawer.css";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Segmented from "antd/es/segmented";
import Switch from "antd/es/switch";
import { Monitor, Moon, Sun } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { changeUserChoices, defaultChoices, useUserChoices } from "../../api/user-choices.ts";
import { type Language, readLanguage } from "../../kit/language.ts";
import {
  changeSettings,
  controlHeights,
  defaultSettings,
  dropTried,
  keepTried,
  type Settings,
  trySettings,
  useSettings,
} from "../../kit/settings-store.ts";
import { showToast } from "../../kit/toasts.ts";
import { turnLanguage } from "../../kit/turn-language.ts";
import { languages } from "../shell/looks.tsx";
import { MapThemeChoice } from "./map-theme-choice.tsx";
import { NavigationChoice } from "./navigation-choice.tsx";
import { ThemeColour } from "./theme-colour.tsx";

const flags = [
  "darkSidebar",
  "tagsView",
  "rememberTabs",
  "fixedHeader",
  "sidebarLogo",
  "dynamicTitle",
] as const;
const sizes = ["default", "medium", "small", "mini"] as const;

/** Layout settings: every change shows at once, Save keeps them in this browser, closing without it takes them back. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app");
  const settings = useSettings();
  const userName = useSession()?.user.userName ?? "";
  const kept = useUserChoices(userName);
  const [mapTheme, setMapTheme] = useState(kept.mapTheme);
  const saved = useRef(false);
  const leave = useEffectEvent(() => {
    const isOther = !saved.current && mapTheme !== kept.mapTheme;
    if (dropTried() || isOther) showToast({ tone: "info", text: t("settings.dropped") });
  });
  useEffect(() => () => leave(), []);
  const save = () => {
    saved.current = true;
    keepTried();
    changeUserChoices(userName, { mapTheme });
    showToast({ tone: "success", text: t("settings.saved") });
    onClose();
  };
  const reset = () => {
    changeSettings(defaultSettings);
    changeUserChoices(userName, { mapTheme: defaultChoices.mapTheme });
    setMapTheme(defaultChoices.mapTheme);
  };
  return (
    <Drawer
      open
      size={360}
      title={t("settings.title")}
      closable={{ placement: "end" }}
      onClose={onClose}
      footer={<Foot onSave={save} onReset={reset} />}
    >
      <Part title={t("settings.theme")}>
        <ThemeColour />
      </Part>
      <Looks settings={settings} />
      <Part title={t("language.title")}>
        <Segmented<Language>
          block
          value={readLanguage()}
          options={languages.map(({ key, label }) => ({ value: key, label }))}
          onChange={(language) => void turnLanguage(language)}
        />
      </Part>
      <Part title={t("settings.navigation")}>
        <NavigationChoice />
      </Part>
      <div className="settings-flags">
        {flags.map((flag) => (
          <Flag key={flag} name={flag} settings={settings} />
        ))}
      </div>
      <Part title={t("settings.mapTheme")}>
        <MapThemeChoice chosen={mapTheme} onChoose={setMapTheme} />
      </Part>
    </Drawer>
  );
}

const appearanceIcons = {
  light: <Sun size={16} strokeWidth={1.6} />,
  dark: <Moon size={16} strokeWidth={1.6} />,
  system: <Monitor size={16} strokeWidth={1.6} />,
};

function Looks({ settings }: { settings: Settings }) {
  const { t } = useTranslation("app");
  return (
    <>
      <Part title={t("appearance.title")}>
        <Segmented
          block
          value={settings.appearance}
          options={(["light", "dark", "system"] as const).map((value) => ({
            value,
            label: (
              <span className="settings-look">
                {appearanceIcons[value]}
                {t(`appearance.${value}`)}
              </span>
            ),
          }))}
          onChange={(appearance) => trySettings({ appearance })}
        />
      </Part>
      <Part title={t("size.title")}>
        <Segmented
          block
          value={settings.size}
          options={sizes.map((value) => ({ value, label: `${t(`size.${value}`)} ${controlHeights[value]}` }))}
          onChange={(size) => trySettings({ size })}
        />
      </Part>
    </>
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
      <Switch id={id} checked={settings[name]} onChange={(on) => trySettings({ [name]: on })} />
    </div>
  );
}

function Foot(props: { onSave: () => void; onReset: () => void }) {
  const { t } = useTranslation("app");
  return (
    <div className="settings-foot">
      <Button onClick={props.onReset}>{t("settings.reset")}</Button>
      <Button type="primary" onClick={props.onSave}>
        {t("settings.save")}
      </Button>
    </div>
  );
}
