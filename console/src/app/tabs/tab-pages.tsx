import { Activity, memo, useLayoutEffect, useMemo, useRef } from "react";
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  type RouteObject,
  useRoutes,
} from "react-router";
import { PageNameProvider, type TakePageName } from "../../kit/page-name.ts";
import { matchPage } from "../routes/route-objects.tsx";
import type { Tab } from "./tab-store.ts";

/** Cached pages beyond this many are redrawn when they are chosen again. */
const maxCached = 16;

/**
 * Every cached tab keeps its page, hidden by `<Activity>`: scroll, selection and typed text stay, effects rest.
 * A page sees the location of its own tab, so a hidden one does not follow the address bar.
 */
export function TabPages(props: {
  tabs: readonly Tab[];
  active: string;
  routes: RouteObject[];
  /** A page has named the record that it shows. */
  onName: (key: string, ...named: Parameters<TakePageName>) => void;
}) {
  useScrollOf(props.active);
  const kept = props.tabs.filter((tab) => tab.key === props.active || isKept(tab, props.routes));
  const drawn =
    kept.length > maxCached
      ? kept.filter((tab, at) => tab.key === props.active || at >= kept.length - maxCached)
      : kept;
  return drawn.map((tab) => (
    <Activity key={`${tab.key} ${tab.version}`} mode={tab.key === props.active ? "visible" : "hidden"}>
      <div className="tab-page">
        <TabPage tab={tab} routes={props.routes} onName={props.onName} />
      </div>
    </Activity>
  ));
}

/**
 * The router's own context is given again here, and not by `useRoutes(routes, location)`, which makes another object
 * whenever the address bar changes: a cached page would be drawn whole before it is seen again.
 */
const TabPage = memo(function TabPage(props: {
  tab: Tab;
  routes: RouteObject[];
  onName: (key: string, ...named: Parameters<TakePageName>) => void;
}) {
  const { tab, onName } = props;
  const { at, key } = tab;
  const nameIt = useMemo<TakePageName>(
    () =>
      (...named) =>
        onName(key, ...named),
    [onName, key],
  );
  const place = useMemo(
    () => ({ location: { ...at, key, state: null }, navigationType: NavigationType.Pop }),
    [at, key],
  );
  return (
    <LocationContext.Provider value={place}>
      <PageNameProvider value={nameIt}>
        <TabRoutes routes={props.routes} />
      </PageNameProvider>
    </LocationContext.Provider>
  );
});

const TabRoutes = memo(function TabRoutes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
});

function isKept(tab: Tab, routes: RouteObject[]): boolean {
  return tab.cached && matchPage(routes, tab.at)?.page.noCache === false;
}

/** The shell scrolls as one: each tab's place is put back when it is shown, a new page begins at its top. */
function useScrollOf(active: string): void {
  const places = useRef(new Map<string, number>());
  const now = useRef(0);
  useLayoutEffect(() => {
    const scroller = document.querySelector("[data-scroll-page]");
    if (!scroller) return;
    const place = places.current.get(active) ?? 0;
    // Asking or setting it lays the whole page out at once: only where there is something to change.
    if (place !== now.current) scroller.scrollTop = place;
    now.current = place;
    const keep = () => {
      now.current = scroller.scrollTop;
      places.current.set(active, now.current);
    };
    scroller.addEventListener("scroll", keep, { passive: true });
    return () => scroller.removeEventListener("scroll", keep);
  }, [active]);
}
