import { type Location, matchRoutes, type RouteObject } from "react-router";
import { PageHost } from "./page-host.tsx";
import { hasPlainIds, type ShellPage } from "./shell-page.ts";

/** The router's own form of our pages; the page rides along as the handle. */
export function routeObjects(pages: readonly ShellPage[]): RouteObject[] {
  return pages.map((page) => ({
    path: page.path,
    handle: page,
    element: <PageHost key={page.name} page={page} />,
    ...(page.tabs.length === 0 ? {} : { children: routeObjects(page.tabs.map((tab) => under(page, tab))) }),
  }));
}

/** A child tab knows what its page knows. */
function under(page: ShellPage, tab: ShellPage): ShellPage {
  return { ...tab, query: { ...page.query, ...tab.query } };
}

/** The page that one of our route objects stands for. */
export function pageOfRoute(route: { handle?: unknown }): ShellPage {
  return route.handle as ShellPage; // set above, by us alone
}

export type Match = {
  page: ShellPage;
  tab: ShellPage | null;
  params: Readonly<Record<string, string | undefined>>;
};

/** The page at a location, with the child tab that is chosen; null where there is none. */
export function matchPage(routes: RouteObject[], location: Pick<Location, "pathname">): Match | null {
  const found = matchRoutes(routes, location);
  const first = found?.[0];
  const last = found?.at(-1);
  if (!first || !last || !hasPlainIds(last.params)) return null;
  return {
    page: pageOfRoute(first.route),
    tab: last === first ? null : pageOfRoute(last.route),
    params: last.params,
  };
}
