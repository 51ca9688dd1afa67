import Input from "antd/es/input";
import { Check } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { trySettings, useSettings } from "../../kit/settings-store.ts";
import { matchesPattern } from "../../kit/text-pattern.ts";

/** Spec 9: eight predefined theme colours; the first is the default. */
const presets = [
  "#1890ff",
  "#0f7b6c",
  "#5b5bd6",
  "#8e4ec6",
  "#c2410c",
  "#b45309",
  "#be185d",
  "#475569",
] as const;

/** Eight presets and a free choice. */
export function ThemeColour() {
  const { t } = useTranslation("app");
  const { theme } = useSettings();
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    const whole = matchesPattern(text, "^#[0-9a-fA-F]{6}$");
    setTyped(whole ? null : text);
    if (whole) trySettings({ theme: text.toLowerCase() });
  };
  return (
    <>
      <div className="theme-presets">
        {presets.map((colour) => (
          <button
            key={colour}
            type="button"
            className="theme-preset"
            style={{ background: colour, outlineColor: colour }}
            aria-label={colour}
            aria-pressed={theme === colour}
            onClick={() => {
              setTyped(null);
              trySettings({ theme: colour });
            }}
          >
            {theme === colour ? <Check size={16} strokeWidth={2.4} /> : null}
          </button>
        ))}
      </div>
      <div className="theme-free">
        <Input
          aria-label={t("settings.theme")}
          value={typed ?? theme}
          maxLength={7}
          status={typed === null ? "" : "warning"}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
        />
        <input
          type="color"
          aria-label={t("settings.freeColour")}
          value={theme}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <p className="settings-hint">{t("settings.themeHint")}</p>
    </>
  );
}
