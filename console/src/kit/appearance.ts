import { accentSteps } from "./accent-steps.ts";
import {
  defaultSettings,
  onSettings,
  readKeptSettings,
  readSettings,
  type Settings,
  settingsKey,
} from "./settings-store.ts";

/**
 * Puts the settings on the document: `data-theme`, `data-size` and the steps of the theme colour. What is
 * derived is remembered next to the settings, so that `early.js` can set it before anything is painted.
 */
export function startAppearance(): void {
  apply();
  onSettings(() => {
    apply();
    keep(readKeptSettings());
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

/** What the setting means now: `system` follows the browser. */
export function shownAppearance(settings: Settings): "light" | "dark" {
  if (settings.appearance !== "system") return settings.appearance;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const stepNames = ["--accent", "--accent-solid", "--accent-text", "--accent-tint"] as const;

function apply(): void {
  const settings = readSettings();
  const root = document.documentElement;
  const appearance = shownAppearance(settings);
  root.dataset["theme"] = appearance;
  root.dataset["size"] = settings.size;
  const steps = settings.theme === defaultSettings.theme ? null : accentSteps(settings.theme, appearance);
  for (const name of stepNames) {
    if (steps) root.style.setProperty(name, steps[name]);
    else root.style.removeProperty(name);
  }
}

function keep(settings: Settings): void {
  const accents =
    settings.theme === defaultSettings.theme
      ? undefined
      : { light: accentSteps(settings.theme, "light"), dark: accentSteps(settings.theme, "dark") };
  localStorage.setItem(settingsKey, JSON.stringify({ ...settings, accents }));
}
