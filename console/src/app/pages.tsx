import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { type Location, matchPath, Navigate, type RouteObject, useLocation, useRoutes } from "react-router";
import { useAccessLabels, useAccessReview } from "./access-review.ts";
import { barePages, layoutPages } from "./routes/built-in.ts";
import { refreshTarget } from "./routes/refresh-target.ts";
import { matchPage, routeObjects } from "./routes/route-objects.tsx";
import { hasPlainIds, pagesOf, redirectsOf, type ShellPage } from "./routes/shell-page.ts";
import { FirstSteps } from "./shell/first-steps.tsx";
import { Shell } from "./shell/shell.tsx";
import { type Start, startShell } from "./start-shell.ts";

/** The last steps of the guard: a page without the layout, one inside it, or /404. */
export function Pages({ start }: { start: Start }) {
  const location = useLocation();
  const [{ tree, withheld }, setStart] = useState(start);
  const bare = useMemo(() => routeObjects(barePages), []);
  const inside = useMemo(() => (tree === null ? null : insidePages(tree)), [tree]);
  const [lostAt, setLostAt] = useState<string | null>(null);
  const showMessage = useAccessLabels();
  useAccessReview(({ routers, withheld, isOther }) => {
    if (inside === null || (JSON.stringify(routers) === JSON.stringify(tree) && !isOther)) return;
    const isLost =
      matchPage(inside.routes, location) !== null &&
      matchPage(insidePages(routers).routes, location) === null;
    setLostAt(isLost ? location.pathname : null);
    setStart({ tree: routers, withheld });
    showMessage(isLost ? "lost" : "changed");
  });
  const match = matchPage(bare, location);
  if (match && (inside !== null || match.page.open)) return <BarePage routes={bare} />;
  if (inside === null) return <Enter key={location.key} onEnter={setStart} />;
  // The refresh helper: the shell stays, with all its tabs, and is already where the address leads.
  const target = refreshTarget(location);
  const at = target === null ? location : { ...location, ...target };
  const lead = target === null ? leadOn(at, inside, { lostAt, withheld }) : null;
  if (lead !== null) return <Navigate to={lead} replace />;
  return (
    <>
      {target === null ? null : <Navigate to={target} replace state={{ refresh: true }} />}
      <Shell key="shell" tree={inside.tree} pages={inside.pages} routes={inside.routes} location={at} />
    </>
  );
}

type Inside = ReturnType<typeof insidePages>;

/** The server's pages, and those of ours whose path it does not use. */
function insidePages(tree: NonNullable<Start["tree"]>) {
  const given = pagesOf(tree);
  const ours = layoutPages.filter((page) => !given.some(({ path }) => path === page.path));
  const pages: ShellPage[] = [...ours, ...given];
  return { tree, pages, routes: routeObjects(pages), redirects: redirectsOf(tree) };
}

/** Where an address inside leads instead of being a page itself; null where it is one. */
function leadOn(
  at: Location,
  inside: Inside,
  no: { lostAt: string | null; withheld: readonly string[] },
): string | null {
  if (at.pathname === "/") return "/index";
  const plain = at.pathname.replace(/\/+$/, "");
  const redirect = inside.redirects.get(plain);
  if (redirect !== undefined && redirect !== plain) return redirect;
  if (matchPage(inside.routes, at) !== null) return null;
  if (at.pathname === no.lostAt) return "/index";
  return no.withheld.some((path) => isAt(path, at)) ? "/401" : "/404";
}

function isAt(path: string, { pathname }: Location): boolean {
  const match = matchPath(path, pathname);
  return match !== null && hasPlainIds(match.params);
}

function BarePage({ routes }: { routes: RouteObject[] }) {
  return (
    <>
      <main className="bare-page">{useRoutes(routes)}</main>
      <FirstSteps />
    </>
  );
}

/** A link of a public page led inside: the guard is asked again. */
function Enter({ onEnter }: { onEnter: (start: Start) => void }) {
  const place = useLocation();
  const enter = useEffectEvent(async () => {
    const entered = await startShell(place);
    if (entered !== "leaving" && entered.tree !== null) onEnter(entered);
  });
  useEffect(() => void enter(), []);
  return null;
}
