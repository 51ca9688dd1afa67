import type { RouteNode } from "@tracewater/contract/system/session";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type RouteObject, useLocation } from "react-router";
import { facts } from "../../kit/facts.ts";
import { useSettings } from "../../kit/settings-store.ts";
import { useMenuTitle } from "../routes/menu-title.ts";
import type { ShellPage } from "../routes/shell-page.ts";
import { TabBar } from "../tabs/tab-bar.tsx";
import { TabPages } from "../tabs/tab-pages.tsx";
import { tabTitle, useTabs } from "../tabs/use-tabs.ts";
import { Footer } from "./footer.tsx";
import { menuOf } from "./menu-tree.ts";
import { Navbar } from "./navbar.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

const SettingsDrawer = lazy(() =>
  import("../settings/settings-drawer.tsx").then((m) => ({ default: m.SettingsDrawer })),
);
const SearchPalette = lazy(() =>
  import("../search/search-palette.tsx").then((m) => ({ default: m.SearchPalette })),
);

/** The main layout: sidebar, navbar, tag tabs, the cached pages, footer. */
export function Shell(props: { tree: RouteNode[]; pages: readonly ShellPage[]; routes: RouteObject[] }) {
  const settings = useSettings();
  const sidebar = useSidebar();
  const groups = useMemo(() => menuOf(props.tree), [props.tree]);
  const location = useLocation();
  const { tabs, setTabs, active, match } = useTabs(props.routes, location);
  const [open, setOpen] = useState<"settings" | "search" | null>(null);
  const titleOf = useMenuTitle();
  const pageTitle = match ? titleOf(tabTitle(match)) : "";
  useSearchKey(() => setOpen("search"));
  const classes = ["shell", settings.tagsView ? "shell-tags" : "", settings.fixedHeader ? "shell-fixed" : ""];
  return (
    <div className={classes.join(" ")}>
      <WindowTitle page={settings.dynamicTitle ? pageTitle : ""} />
      <SidebarPlace groups={groups} sidebar={sidebar} />
      <div className="shell-main" data-scroll-page="">
        <div className="shell-header">
          <Navbar
            match={match}
            sidebar={sidebar}
            onSearch={() => setOpen("search")}
            onSettings={() => setOpen("settings")}
          />
          {settings.tagsView && active ? <TabBar tabs={tabs} active={active} setTabs={setTabs} /> : null}
        </div>
        <main className="shell-content">
          {active ? <TabPages tabs={tabs} active={active} routes={props.routes} /> : null}
        </main>
        <Footer />
      </div>
      <Suspense>
        {open === "settings" ? <SettingsDrawer onClose={() => setOpen(null)} /> : null}
        {open === "search" ? <SearchPalette pages={props.pages} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  );
}

function SidebarPlace(props: { groups: ReturnType<typeof menuOf>; sidebar: ReturnType<typeof useSidebar> }) {
  const { groups, sidebar } = props;
  const { t } = useTranslation("app");
  if (!sidebar.narrow) return <Sidebar groups={groups} folded={!sidebar.opened} onChoose={() => undefined} />;
  if (!sidebar.opened) return null;
  return (
    <div className="shell-drawer">
      <button type="button" className="shell-shade" aria-label={t("shell.fold")} onClick={sidebar.close} />
      <Sidebar groups={groups} folded={false} onChoose={sidebar.close} />
    </div>
  );
}

/** Ctrl+K, or Command+K. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  });
}

function WindowTitle({ page }: { page: string }) {
  const { t } = useTranslation("app");
  const product = facts.title || t(`product.${facts.brand}`);
  return <title>{page === "" ? product : `${page} - ${product}`}</title>;
}
