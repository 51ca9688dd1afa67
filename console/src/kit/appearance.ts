import type { AccentSteps } from "./accent-steps.ts";
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
export function startAppearance(stepsOf: StepsOf): void {
  const show = () => apply(stepsOf);
  show();
  onSettings(() => {
    show();
    keep(readKeptSettings(), stepsOf);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
}

/** The steps of a theme colour; null where they are not known. */
type StepsOf = (colour: string, appearance: "light" | "dark") => AccentSteps | null;

/** The steps as they were remembered, for the log-in page: it changes no theme colour and so needs no arithmetic. */
export const keptSteps: StepsOf = (_colour, appearance) => {
  const kept: unknown = JSON.parse(localStorage.getItem(settingsKey) ?? "{}");
  const accents: unknown = Reflect.get(Object(kept), "accents");
  const steps: unknown = Reflect.get(Object(accents), appearance);
  return typeof steps === "object" ? (steps as AccentSteps | null) : null;
};

/** What the setting means now: `system` follows the browser. */
export function shownAppearance(settings: Settings): "light" | "dark" {
  if (settings.appearance !== "system") return settings.appearance;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const stepNames = ["--accent", "--accent-solid", "--accent-text", "--accent-tint"] as const;

function apply(stepsOf: StepsOf): void {
  const settings = readSettings();
  const root = document.documentElement;
  const appearance = shownAppearance(settings);
  root.dataset["theme"] = appearance;
  root.dataset["size"] = settings.size;
  const steps = settings.theme === defaultSettings.theme ? null : stepsOf(settings.theme, appearance);
  for (const name of stepNames) {
    if (steps) root.style.setProperty(name, steps[name]);
    else root.style.removeProperty(name);
  }
}

function keep(settings: Settings, stepsOf: StepsOf): void {
  const accents =
    settings.theme === defaultSettings.theme
      ? undefined
      : { light: stepsOf(settings.theme, "light"), dark: stepsOf(settings.theme, "dark") };
  localStorage.setItem(settingsKey, JSON.stringify({ ...settings, accents }));
}
