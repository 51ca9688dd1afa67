import { useEffect, useState } from "react";
import type { Location, RouteObject } from "react-router";
import { readSettings } from "../../kit/settings-store.ts";
import { homePage } from "../routes/built-in.ts";
import { type Match, matchPage } from "../routes/route-objects.tsx";
import { rememberTabs, restoreTabs, type Tab, visit } from "./tab-store.ts";

const homeTab: Tab = {
  key: homePage.path,
  title: homePage.title,
  affix: true,
  cached: false,
  at: { pathname: homePage.path, search: "", hash: "" },
  version: 0,
};

/** The visited pages; the one at this location is always among them. */
export function useTabs(routes: RouteObject[], location: Location) {
  const [tabs, setTabs] = useState<readonly Tab[]>(startTabs);
  const match = matchPage(routes, location);
  const active = match ? tabKey(match) : null;
  // The router moves a moment after the list: the tab that was just closed must not be visited again meanwhile.
  const [leaving, setLeaving] = useState<string | null>(null);
  if (leaving !== null && leaving !== active) setLeaving(null);
  const shown = match && active !== leaving ? visit(tabs, visitedTab(match, location)) : tabs;
  if (shown !== tabs) setTabs(shown); // derived while drawing: React draws again at once with the new list
  useEffect(() => rememberTabs(readSettings().rememberTabs ? shown : null), [shown]);
  const changeTabs = (next: readonly Tab[]) => {
    if (active !== null && !next.some(({ key }) => key === active)) setLeaving(active);
    setTabs(next);
  };
  return { tabs: shown, setTabs: changeTabs, active, match };
}

function startTabs(): readonly Tab[] {
  const restored = readSettings().rememberTabs ? restoreTabs() : [];
  return [homeTab, ...restored.filter((tab) => tab.key !== homeTab.key)];
}

function visitedTab(match: Match, location: Location): Omit<Tab, "version"> {
  const { pathname, search, hash } = location;
  return {
    key: tabKey(match),
    title: tabTitle(match),
    affix: match.page.affix,
    cached: true,
    at: { pathname, search, hash },
  };
}

/** One tab per page and its parameters; which child tab is open (`active_name`) makes no other page. */
function tabKey({ page, params }: Match): string {
  return page.path.replace(/:([A-Za-z_]+)/g, (_, name: string) =>
    name === "active_name" ? "-" : encodeURIComponent(params[name] ?? ""),
  );
}

/** The page of one thing is called after it. */
export function tabTitle({ page, params }: Match): string {
  return params["device_name"] ?? params["deviceName"] ?? page.title;
}
