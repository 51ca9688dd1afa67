import { useEffect, useState } from "react";
import type { Location, RouteObject } from "react-router";
import { useSession } from "../../api/session.ts";
import type { TakePageName } from "../../kit/page-name.ts";
import { keepRecent } from "../../kit/recent-records.ts";
import { readSettings } from "../../kit/settings-store.ts";
import { homePage } from "../routes/built-in.ts";
import { type Match, matchPage, pageOfRoute } from "../routes/route-objects.tsx";
import type { ShellPage } from "../routes/shell-page.ts";
import { closeForwarder, nameTab, refresh, rememberTabs, restoreTabs, type Tab, visit } from "./tab-store.ts";

/** The visited pages; the one at this location is always among them. */
export function useTabs(routes: RouteObject[], location: Location) {
  const [tabs, setTabs] = useState<readonly Tab[]>(() => startTabs(routes));
  // Other rights: tabs whose page is gone go with it.
  const [known, setKnown] = useState(routes);
  const kept = known === routes ? tabs : tabs.filter((tab) => matchPage(routes, tab.at) !== null);
  if (known !== routes) setKnown(routes);
  const match = matchPage(routes, location);
  const active = match ? tabKey(match, location.search) : null;
  // The router moves a moment after the list: the tab that was just closed must not be visited again meanwhile.
  const [leaving, setLeaving] = useState<string | null>(null);
  if (leaving !== null && leaving !== active) setLeaving(null);
  const own = withoutForwarder(kept, location);
  const visited = match && active !== leaving ? visit(own, visitedTab(match, location)) : own;
  const shown = useRefreshed(visited, active, location);
  if (shown !== tabs) setTabs(shown); // derived while drawing: React draws again at once with the new list
  useEffect(() => rememberTabs(readSettings().rememberTabs ? shown : null), [shown]);
  useRecent(shown.find(({ key }) => key === active));
  const changeTabs = (next: readonly Tab[]) => {
    if (active !== null && !next.some(({ key }) => key === active)) setLeaving(active);
    setTabs(next);
  };
  const [nameOne] = useState(
    () =>
      (key: string, ...named: Parameters<TakePageName>) =>
        setTabs((before) => nameTab(before, key, ...named)),
  );
  return { tabs: shown, setTabs: changeTabs, nameTab: nameOne, active, match };
}

/** A record that was opened is found again on the home page. */
function useRecent(tab: Tab | undefined): void {
  const userName = useSession()?.user.userName;
  const name = tab?.name;
  const path = tab === undefined ? "" : `${tab.at.pathname}${tab.at.search}`;
  const title = tab?.title ?? "";
  useEffect(() => {
    if (userName !== undefined && name !== undefined) keepRecent(userName, { title, name, path });
  }, [userName, name, path, title]);
}

/** `/redirect/{path}` asks for another page in the same tab, once. */
function useRefreshed(tabs: readonly Tab[], active: string | null, location: Location): readonly Tab[] {
  const [done, setDone] = useState<string | null>(null);
  const asked: unknown = location.state;
  const wanted = typeof asked === "object" && asked !== null && Reflect.get(asked, "refresh") === true;
  if (!wanted || active === null || done === location.key) return tabs;
  setDone(location.key);
  return refresh(tabs, active);
}

/** A page that only led to this one (its address is the state's `forwardedFrom`) leaves no tab behind. */
function withoutForwarder(tabs: readonly Tab[], location: Location): readonly Tab[] {
  const state: unknown = location.state;
  const from: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, "forwardedFrom") : undefined;
  return typeof from === "string" ? closeForwarder(tabs, from) : tabs;
}

/** The pinned pages, home first, and those that were remembered. */
function startTabs(routes: RouteObject[]): readonly Tab[] {
  const pinned = routes
    .map(pageOfRoute)
    .filter((page) => page.affix && !page.path.includes(":"))
    .sort((a, b) => Number(b.path === homePage.path) - Number(a.path === homePage.path))
    .map(pinnedTab);
  const restored = readSettings().rememberTabs ? restoreTabs() : [];
  return [...pinned, ...restored.filter((tab) => !pinned.some(({ key }) => key === tab.key))];
}

function pinnedTab({ path, title }: ShellPage): Tab {
  return {
    key: path,
    title,
    affix: true,
    cached: false,
    at: { pathname: path, search: "", hash: "" },
    version: 0,
  };
}

function visitedTab(match: Match, location: Location): Omit<Tab, "version"> {
  const { pathname, search, hash } = location;
  return {
    key: tabKey(match, search),
    title: tabTitle(match),
    affix: match.page.affix,
    cached: true,
    at: { pathname, search, hash },
  };
}

/**
 * One tab per page and its parameters, a hidden page's record by its query among them; which child tab is open
 * (`active_name`) makes no other page, nor does the number of a device next to its name.
 */
function tabKey({ page, params }: Match, search: string): string {
  const isOther = (name: string) =>
    name !== "active_name" && !(name === "id" && params["device_name"] !== undefined);
  const path = page.path.replace(/:([A-Za-z_]+)/g, (_, name: string) =>
    isOther(name) ? encodeURIComponent(params[name] ?? "") : "-",
  );
  return page.hidden ? `${path}${recordIn(search)}` : path;
}

/** The record that a query names: by its id (`?id=7`), or by a device and a time. */
function recordIn(search: string): string {
  const query = new URLSearchParams(search);
  const names = query.has("id") ? ["id"] : ["deviceName", "time"];
  if (!names.every((name) => query.has(name))) return "";
  return `?${names.map((name) => `${name}=${encodeURIComponent(query.get(name) ?? "")}`).join("&")}`;
}

/** The page of one thing is called after it. */
export function tabTitle({ page, params }: Match): string {
  return params["device_name"] ?? params["deviceName"] ?? page.title;
}
