import { localeCodes, locales } from "@tracewater/contract/locales";
import { ALargeSmall, Languages, Monitor, Moon, Sun } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { type Language, readLanguage } from "../../kit/language.ts";
import { changeSettings, useSettings } from "../../kit/settings-store.ts";
import { turnLanguage } from "../../kit/turn-language.ts";
import { ChoiceButton } from "./choice-button.tsx";

/** Size, language and appearance: the three buttons of the navbar that change how everything looks. */
export const SizeButton = memo(function SizeButton() {
  const { t } = useTranslation("app");
  const { size } = useSettings();
  return (
    <ChoiceButton
      label={t("size.title")}
      icon={<ALargeSmall />}
      chosen={size}
      choices={(["default", "medium", "small", "mini"] as const).map((key) => ({
        key,
        label: t(`size.${key}`),
      }))}
      onChoose={(key) => changeSettings({ size: key })}
    />
  );
});

export const languages: readonly { key: Language; label: string }[] = localeCodes.map((key) => ({
  key,
  label: locales[key].name,
}));

export const LanguageButton = memo(function LanguageButton() {
  const { t } = useTranslation("app");
  return (
    <ChoiceButton
      label={t("language.title")}
      icon={<Languages />}
      chosen={readLanguage()}
      choices={languages}
      onChoose={(key) => void turnLanguage(key)}
    />
  );
});

const appearanceIcons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

export const ThemeButton = memo(function ThemeButton() {
  const { t } = useTranslation("app");
  const { appearance } = useSettings();
  return (
    <ChoiceButton
      label={t("appearance.title")}
      icon={appearanceIcons[appearance]}
      chosen={appearance}
      choices={(["light", "dark", "system"] as const).map((key) => ({ key, label: t(`appearance.${key}`) }))}
      onChoose={(key) => changeSettings({ appearance: key })}
    />
  );
});
