import type { Locale } from "@tracewater/contract/locales";

/** A visited page. Its key is the same for all child tabs of one device. */
export type Tab = {
  key: string;
  /** A key of the menu's texts, or plain text. */
  title: string;
  /** The record that the page shows, as it named itself. */
  name?: string | undefined;
  /** The language of its words, where it has any. */
  nameLocale?: Locale | undefined;
  affix: boolean;
  cached: boolean;
  at: { pathname: string; search: string; hash: string };
  /** Counts refreshes: another number is another page. */
  version: number;
};

/** Adds a visited page, or moves its tab to where the page is now. */
export function visit(tabs: readonly Tab[], visited: Omit<Tab, "version">): readonly Tab[] {
  const known = tabs.find(({ key }) => key === visited.key);
  if (!known) return [...tabs, { ...visited, version: 0 }];
  const same =
    known.at.pathname === visited.at.pathname &&
    known.at.search === visited.at.search &&
    known.at.hash === visited.at.hash &&
    known.title === visited.title &&
    known.cached;
  // Another record of the same page has another name.
  const isSameRecord = known.at.pathname === visited.at.pathname && known.at.search === visited.at.search;
  const { version } = known;
  const name = isSameRecord ? known.name : undefined;
  const { nameLocale } = known;
  return same ? tabs : tabs.map((tab) => (tab === known ? { ...visited, version, name, nameLocale } : tab));
}

/** The page of a tab has named its record. */
export function nameTab(
  tabs: readonly Tab[],
  key: string,
  name: string,
  nameLocale?: Locale,
): readonly Tab[] {
  const known = tabs.find((tab) => tab.key === key);
  if (known === undefined || (known.name === name && known.nameLocale === nameLocale)) return tabs;
  return tabs.map((tab) => (tab === known ? { ...tab, name, nameLocale } : tab));
}

/** The name of a tab's record; none where its words are of another language than the one that is shown. */
export function recordNameOf(tab: Tab | undefined, locale: Locale): string | undefined {
  return tab?.nameLocale === undefined || tab.nameLocale === locale ? tab?.name : undefined;
}

export function closeOne(tabs: readonly Tab[], key: string): readonly Tab[] {
  return tabs.filter((tab) => tab.affix || tab.key !== key);
}

export function closeOthers(tabs: readonly Tab[], key: string): readonly Tab[] {
  return tabs.filter((tab) => tab.affix || tab.key === key);
}

export function closeAll(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.filter((tab) => tab.affix);
}

/** Without the tab of an address, its query included, that leads to another page at once. */
export function closeForwarder(tabs: readonly Tab[], address: string): readonly Tab[] {
  const left = tabs.filter(({ affix, at }) => affix || `${at.pathname}${at.search}` !== address);
  return left.length === tabs.length ? tabs : left;
}

export function refresh(tabs: readonly Tab[], key: string): readonly Tab[] {
  return tabs.map((tab) => (tab.key === key ? { ...tab, version: tab.version + 1 } : tab));
}

/** Where to go once the active tab is closed: the one that now is in its place, else the last. */
export function nextAfter(before: readonly Tab[], after: readonly Tab[], active: string): Tab | undefined {
  if (after.some(({ key }) => key === active)) return undefined;
  const place = before.findIndex(({ key }) => key === active);
  return after[Math.min(place, after.length - 1)];
}

const storageKey = "tracewater-tabs";

/** Remembered tabs are drawn only once they are chosen: they come back uncached. */
export function restoreTabs(): readonly Tab[] {
  try {
    const given: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(given)
      ? given.filter(isTab).map((tab) => ({ ...tab, cached: false, version: 0 }))
      : [];
  } catch {
    return []; // nothing readable was remembered
  }
}

export function rememberTabs(tabs: readonly Tab[] | null): void {
  if (tabs === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(tabs));
}

function isTab(value: unknown): value is Tab {
  if (typeof value !== "object" || value === null) return false;
  const at: unknown = Reflect.get(value, "at");
  return (
    typeof Reflect.get(value, "key") === "string" &&
    typeof Reflect.get(value, "title") === "string" &&
    typeof at === "object" &&
    at !== null &&
    typeof Reflect.get(at, "pathname") === "string"
  );
}
