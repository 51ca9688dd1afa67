import { useSyncExternalStore } from "react";

/** What each user chose for the situation screens; spec 4: kept per user name in the browser's store. */
export type UserChoices = {
  mapTheme: MapTheme;
  demoMode: boolean;
  polygonHighlight: boolean;
};

/** Spec 9; the first is the default. */
export const mapThemes = ["themeCT", "themeQHC", "themeYM", "themeLYXZ"] as const;
export type MapTheme = (typeof mapThemes)[number];

export const defaultChoices: UserChoices = { mapTheme: "themeCT", demoMode: false, polygonHighlight: false };

const known = new Map<string, UserChoices>();
const listeners = new Set<() => void>();

export function useUserChoices(userName: string): UserChoices {
  return useSyncExternalStore(subscribe, () => readUserChoices(userName));
}

function readUserChoices(userName: string): UserChoices {
  const found = known.get(userName);
  if (found) return found;
  const parsed = parseChoices(localStorage.getItem(storageKey(userName)));
  known.set(userName, parsed);
  return parsed;
}

export function changeUserChoices(userName: string, change: Partial<UserChoices>): void {
  const next = { ...readUserChoices(userName), ...change };
  known.set(userName, next);
  localStorage.setItem(storageKey(userName), JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** Takes what fits and leaves the rest at its default. */
export function parseChoices(text: string | null): UserChoices {
  let given: unknown;
  try {
    given = JSON.parse(text ?? "{}");
  } catch {
    return defaultChoices; // no JSON: as if nothing had been chosen
  }
  if (typeof given !== "object" || given === null) return defaultChoices;
  const mapTheme = mapThemes.find((theme) => theme === Reflect.get(given, "mapTheme"));
  return {
    mapTheme: mapTheme ?? defaultChoices.mapTheme,
    demoMode: Reflect.get(given, "demoMode") === true,
    polygonHighlight: Reflect.get(given, "polygonHighlight") === true,
  };
}

const storageKey = (userName: string) => `tracewater-user-${userName}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
