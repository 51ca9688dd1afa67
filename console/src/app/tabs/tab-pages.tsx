import { Activity, useLayoutEffect, useRef } from "react";
import { type RouteObject, useRoutes } from "react-router";
import { matchPage } from "../routes/route-objects.tsx";
import type { Tab } from "./tab-store.ts";

/** Cached pages beyond this many are drawn anew when they are chosen again. */
const mostCached = 16;

/**
 * Every cached tab keeps its page, hidden by `<Activity>`: scroll, selection and typed text stay, effects rest.
 * A page sees the location of its own tab, so a hidden one does not follow the address bar.
 */
export function TabPages(props: { tabs: readonly Tab[]; active: string; routes: RouteObject[] }) {
  useScrollOf(props.active);
  const kept = props.tabs.filter((tab) => tab.key === props.active || isKept(tab, props.routes));
  const drawn =
    kept.length > mostCached
      ? kept.filter((tab, at) => tab.key === props.active || at >= kept.length - mostCached)
      : kept;
  return drawn.map((tab) => (
    <Activity key={`${tab.key} ${tab.version}`} mode={tab.key === props.active ? "visible" : "hidden"}>
      <div className="tab-page">
        <TabPage tab={tab} routes={props.routes} />
      </div>
    </Activity>
  ));
}

function TabPage({ tab, routes }: { tab: Tab; routes: RouteObject[] }) {
  return useRoutes(routes, { ...tab.at, key: tab.key, state: null });
}

function isKept(tab: Tab, routes: RouteObject[]): boolean {
  return tab.cached && matchPage(routes, tab.at)?.page.noCache === false;
}

/** The shell scrolls as one: each tab's place is put back when it is shown, a new page begins at its top. */
function useScrollOf(active: string): void {
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const scroller = document.querySelector("[data-scroll-page]");
    if (!scroller) return;
    scroller.scrollTop = places.current.get(active) ?? 0;
    const keep = () => void places.current.set(active, scroller.scrollTop);
    scroller.addEventListener("scroll", keep, { passive: true });
    return () => scroller.removeEventListener("scroll", keep);
  }, [active]);
}
