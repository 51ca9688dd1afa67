import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "../../api/live.ts";
import { queryClient } from "../../api/query-client.ts";
import { clearSession } from "../../api/session.ts";
import { RouteMetadataProvider } from "../../kit/route-metadata.tsx";
import { WallCrash } from "./wall-crash.tsx";
import { displayPath } from "./wall-paths.ts";

type Screen = { default: ComponentType };
type WallPage = {
  title: "menu.situationWall" | "menu.situationOverview" | "menu.situationMap" | "menu.situationMini";
  load: () => Promise<Screen>;
  Page: LazyExoticComponent<ComponentType>;
};

const pageOf = (title: WallPage["title"], load: () => Promise<Screen>): WallPage => ({
  ...{ title, load, Page: lazy(load) },
});

const pages: Readonly<Record<string, WallPage>> = {
  "/visual": pageOf(
    "menu.situationWall",
    () => import("../../features/operations/situation/situation.page.tsx"),
  ),
  "/visual/situation": pageOf(
    "menu.situationOverview",
    () => import("../../features/operations/situation/wall.page.tsx"),
  ),
  "/visualization": pageOf(
    "menu.situationMap",
    () => import("../../features/operations/situation/map.page.tsx"),
  ),
  "/visualmini": pageOf(
    "menu.situationMini",
    () => import("../../features/operations/situation/mini.page.tsx"),
  ),
  [displayPath]: pageOf(
    "menu.situationWall",
    () => import("../../features/operations/situation/display.page.tsx"),
  ),
};

/** The page of an address, in lower case and without a slash at its end. */
function pathNow(): string {
  return location.pathname.replace(/\/+$/, "").toLowerCase();
}

/** Fetches the screen while the session is still asked for; what fails here is met again where it is drawn. */
export function fetchScreen(): void {
  pages[pathNow()]?.load().catch(() => undefined);
}

export function WallRoot() {
  return (
    <QueryClientProvider client={queryClient}>
      <CurrentPage />
    </QueryClientProvider>
  );
}

function CurrentPage() {
  const { t } = useTranslation("app");
  const path = pathNow();
  // The server sends this entry for these addresses and no other; a link to any other leaves it.
  const page = pages[path];
  if (page === undefined) return null;
  const { title, Page } = page;
  const facts = { name: path, title: t(title), query: {}, link: "", children: [] };
  return (
    <RouteMetadataProvider value={facts}>
      <title>{t(title)}</title>
      {path === displayPath ? null : <SessionEnd />}
      <main className="bare-page">
        <WallCrash>
          <Suspense fallback={null}>
            <Page />
          </Suspense>
        </WallCrash>
      </main>
    </RouteMetadataProvider>
  );
}

/** A person's session is over: they log in and come back to their screen. */
function SessionEnd() {
  useLive([], (event) => {
    if (event.type !== "sessionEnded") return;
    clearSession();
    location.replace(`/login?redirect=${encodeURIComponent(location.pathname)}`);
  });
  return null;
}
