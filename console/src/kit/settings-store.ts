import { useSyncExternalStore } from "react";

/** How the user likes the interface; kept in this browser. Spec 3 and 9 give the defaults. */
export type Settings = {
  /** The theme colour, `#rrggbb`. */
  theme: string;
  appearance: "light" | "dark" | "system";
  size: ControlSize;
  /** Where the menu is: at the left, over the page, or its groups over the page and their pages at the left. */
  navigation: Navigation;
  darkSidebar: boolean;
  tagsView: boolean;
  rememberTabs: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  dynamicTitle: boolean;
};
export type Navigation = "left" | "top" | "mixed";
export type ControlSize = "default" | "medium" | "small" | "mini";

export const controlHeights: Readonly<Record<ControlSize, number>> = {
  default: 40,
  medium: 36,
  small: 32,
  mini: 28,
};

export const defaultSettings: Settings = {
  theme: "#1890ff",
  appearance: "system",
  size: "medium",
  navigation: "left",
  darkSidebar: false,
  tagsView: true,
  rememberTabs: true,
  fixedHeader: false,
  sidebarLogo: true,
  dynamicTitle: false,
};

export const settingsKey = "tracewater-settings";

let current = parseSettings(typeof localStorage === "undefined" ? null : localStorage.getItem(settingsKey));
/** What is kept; while settings are tried out, they differ from it. */
let kept = current;
const listeners = new Set<() => void>();

export function useSettings(): Settings {
  return useSyncExternalStore(onSettings, readSettings);
}

export function readSettings(): Settings {
  return current;
}

export function readKeptSettings(): Settings {
  return kept;
}

/** Changes a setting and keeps it. */
export function changeSettings(change: Partial<Settings>): void {
  current = changed(current, change);
  kept = changed(kept, change);
  notifyListeners();
}

/** Shows a change without keeping it: `keepTried` does, and `dropTried` takes it back. */
export function trySettings(change: Partial<Settings>): void {
  current = changed(current, change);
  notifyListeners();
}

export function keepTried(): void {
  kept = current;
  notifyListeners();
}

/** Whether there was anything to take back. */
export function dropTried(): boolean {
  if (JSON.stringify(current) === JSON.stringify(kept)) return false;
  current = kept;
  notifyListeners();
  return true;
}

function changed(before: Settings, change: Partial<Settings>): Settings {
  return parseSettings(JSON.stringify({ ...before, ...change }));
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes what fits and leaves the rest at its default; a theme that is no colour text is ignored (spec 5). */
export function parseSettings(text: string | null): Settings {
  const given = readObject(text);
  const one = <K extends keyof Settings>(key: K, fits: (value: unknown) => boolean): Settings[K] => {
    const value: unknown = Reflect.get(given, key);
    return fits(value) ? (value as Settings[K]) : defaultSettings[key];
  };
  const isFlag = (value: unknown) => typeof value === "boolean";
  return {
    theme: one("theme", (value) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value)),
    appearance: one("appearance", (value) => value === "light" || value === "dark" || value === "system"),
    size: one("size", (value) => typeof value === "string" && Object.hasOwn(controlHeights, value)),
    navigation: one("navigation", (value) => value === "left" || value === "top" || value === "mixed"),
    darkSidebar: one("darkSidebar", isFlag),
    tagsView: one("tagsView", isFlag),
    rememberTabs: one("rememberTabs", isFlag),
    fixedHeader: one("fixedHeader", isFlag),
    sidebarLogo: one("sidebarLogo", isFlag),
    dynamicTitle: one("dynamicTitle", isFlag),
  };
}

function readObject(text: string | null): object {
  try {
    const given: unknown = JSON.parse(text ?? "{}");
    return typeof given === "object" && given !== null ? given : {};
  } catch {
    return {}; // no JSON: as if nothing had been chosen
  }
}
