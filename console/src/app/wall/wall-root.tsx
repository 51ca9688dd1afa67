import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "../../api/live.ts";
import { queryClient } from "../../api/query-client.ts";
import { clearSession } from "../../api/session.ts";
import { RouteMetadataProvider } from "../../kit/route-metadata.tsx";
import { WallCrash } from "./wall-crash.tsx";
import { displayPath } from "./wall-paths.ts";

type WallPage = {
  title: "menu.situationWall" | "menu.situationOverview" | "menu.situationMap" | "menu.situationMini";
  Page: LazyExoticComponent<ComponentType>;
};

const pages: Readonly<Record<string, WallPage>> = {
  "/visual": {
    title: "menu.situationWall",
    Page: lazy(() => import("../../features/operations/situation/situation.page.tsx")),
  },
  "/visual/situation": {
    title: "menu.situationOverview",
    Page: lazy(() => import("../../features/operations/situation/wall.page.tsx")),
  },
  "/visualization": {
    title: "menu.situationMap",
    Page: lazy(() => import("../../features/operations/situation/map.page.tsx")),
  },
  "/visualmini": {
    title: "menu.situationMini",
    Page: lazy(() => import("../../features/operations/situation/mini.page.tsx")),
  },
  [displayPath]: {
    title: "menu.situationWall",
    Page: lazy(() => import("../../features/operations/situation/display.page.tsx")),
  },
};

export function WallRoot() {
  return (
    <QueryClientProvider client={queryClient}>
      <CurrentPage />
    </QueryClientProvider>
  );
}

function CurrentPage() {
  const { t } = useTranslation("app");
  const path = location.pathname.replace(/\/+$/, "").toLowerCase();
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
