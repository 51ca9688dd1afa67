import type { RouteNode } from "@tracewater/contract/system/session";
import { useMemo } from "react";
import { Navigate, type RouteObject, useLocation, useRoutes } from "react-router";
import { barePages, layoutPages } from "./routes/built-in.ts";
import { matchPage, routeObjects } from "./routes/route-objects.tsx";
import { pagesOf, type ShellPage } from "./routes/shell-page.ts";
import { Shell } from "./shell/shell.tsx";

/** The last steps of the guard: a page without the layout, one inside it, or /404. */
export function Pages({ tree }: { tree: RouteNode[] | null }) {
  const location = useLocation();
  const bare = useMemo(() => routeObjects(barePages), []);
  const { pages, routes } = useMemo(() => insidePages(tree ?? []), [tree]);
  if (matchPage(bare, location)) return <BarePage routes={bare} />;
  if (tree === null) return <LeaveForLogin to={`${location.pathname}${location.search}`} />;
  if (location.pathname === "/") return <Navigate to="/index" replace />;
  if (matchPage(routes, location) === null) return <Navigate to="/404" replace />;
  return <Shell tree={tree} pages={pages} routes={routes} />;
}

/** The server's pages, and those of ours whose path it does not use. */
function insidePages(tree: RouteNode[]): { pages: ShellPage[]; routes: RouteObject[] } {
  const given = pagesOf(tree);
  const ours = layoutPages.filter((page) => !given.some(({ path }) => path === page.path));
  const pages = [...ours, ...given];
  return { pages, routes: routeObjects(pages) };
}

function BarePage({ routes }: { routes: RouteObject[] }) {
  return <main className="bare-page">{useRoutes(routes)}</main>;
}

/** A link of a public page led inside without a session: another entry of the console takes over. */
function LeaveForLogin({ to }: { to: string }) {
  location.replace(`/login?redirect=${encodeURIComponent(to)}`);
  return null;
}
