import { useState } from "react";

/** The groups of the sidebar that this browser's user folded or opened, by title. */
const storageKey = "tracewater-menu-groups";

/**
 * Groups of administration are seldom opened in a day's work: they are folded until somebody opens them, so that the menu
 * of devices, water and laboratory is in sight without scrolling.
 */
const foldedAtFirst: readonly string[] = [
  "menu.access",
  "menu.settings",
  "menu.tools",
  "menu.integration",
  "menu.logs",
  "menu.jobs",
];

export function useFoldedGroup(title: string) {
  const [isFolded, setFolded] = useState(() => readGroups()[title] ?? foldedAtFirst.includes(title));
  const change = (next: boolean) => {
    localStorage.setItem(storageKey, JSON.stringify({ ...readGroups(), [title]: next }));
    setFolded(next);
  };
  return [isFolded, change] as const;
}

function readGroups(): Record<string, boolean> {
  try {
    const given: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    if (typeof given !== "object" || given === null) return {};
    return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === "boolean"));
  } catch {
    return {}; // nothing readable was remembered
  }
}
