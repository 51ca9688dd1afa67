import "../../resource/record.css";
import "./shell.css";
import type { RouteNode } from "@tracewater/contract/system/session";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Location, RouteObject } from "react-router";
import { type Session, useSession } from "../../api/session.ts";
import { hasJustEntered } from "../../api/token.ts";
import { useMenuTitle } from "../../kit/menu-title.ts";
import { PathLinks } from "../../kit/path-link.tsx";
import { useIsNarrow } from "../../kit/phone.ts";
import { type Settings, useSettings } from "../../kit/settings-store.ts";
import { siteConfig } from "../../kit/site-config.ts";
import { useLocale } from "../../kit/use-localized.ts";
import { ConnectionBar } from "../failures/connection-bar.tsx";
import { listPageOf } from "../routes/list-page.ts";
import type { Match } from "../routes/route-objects.tsx";
import type { ShellPage } from "../routes/shell-page.ts";
import { SettingsHandle } from "../settings/settings-handle.tsx";
import { TabBar } from "../tabs/tab-bar.tsx";
import { TabPages } from "../tabs/tab-pages.tsx";
import { recordNameOf } from "../tabs/tab-store.ts";
import { tabTitle, useTabs } from "../tabs/use-tabs.ts";
import { rememberDevice } from "./device-kind.ts";
import { FirstSteps, missingFactorOf } from "./first-steps.tsx";
import { Footer } from "./footer.tsx";
import { KeepStyles } from "./keep-styles.tsx";
import { groupAt, menuOf } from "./menu-tree.ts";
import { Navbar } from "./navbar.tsx";
import { SidebarPlace } from "./sidebar-place.tsx";
import { useSidebar } from "./sidebar-state.ts";

const PasskeyOffer = lazy(() => import("./passkey-offer.tsx").then((m) => ({ default: m.PasskeyOffer })));
const SettingsDrawer = lazy(() =>
  import("../settings/settings-drawer.tsx").then((m) => ({ default: m.SettingsDrawer })),
);
const SearchPalette = lazy(() =>
  import("../search/search-palette.tsx").then((m) => ({ default: m.SearchPalette })),
);

/** The main layout: sidebar, navbar, tag tabs, the cached pages, footer. */
export function Shell(props: {
  tree: RouteNode[];
  pages: readonly ShellPage[];
  routes: RouteObject[];
  /** Where the shell is; the refresh helper is one step ahead of the address bar. */
  location: Location;
}) {
  const settings = useSettings();
  const session = useSession();
  const sidebar = useSidebar();
  const groups = useMemo(() => menuOf(props.tree), [props.tree]);
  const { tabs, setTabs, nameTab, active, match } = useTabs(props.routes, props.location);
  const [open, setOpen] = useState<"settings" | "search" | null>(null);
  const titleOf = useMenuTitle();
  const name = recordNameOf(
    tabs.find((tab) => tab.key === active),
    useLocale(),
  );
  const pageTitle = match ? titleOf(tabTitle(match)) : "";
  const list = match ? listOf(match, name, props.pages) : undefined;
  const narrow = useIsNarrow();
  const navigation = narrow ? "left" : settings.navigation;
  const alongside = navigation === "mixed" ? [groupAt(groups, props.location.pathname)] : groups;
  useSearchKey(() => setOpen("search"));
  useEffect(() => rememberDevice(narrow ? "mobile" : "desktop"), [narrow]);
  return (
    <PathLinks>
      <div className={shellClass(settings)}>
        <WindowTitle page={name ?? (settings.dynamicTitle ? pageTitle : "")} />
        {navigation === "top" ? null : (
          <SidebarPlace groups={alongside} sidebar={sidebar} current={list?.path} />
        )}
        <div className="shell-main" data-scroll-page="">
          <div className="shell-header">
            <ConnectionBar />
            <Navbar
              match={match}
              record={{ name, list }}
              sidebar={sidebar}
              navigation={navigation}
              groups={groups}
              onSearch={() => setOpen("search")}
              onSettings={() => setOpen("settings")}
            />
            {settings.tagsView && active ? <TabBar tabs={tabs} active={active} setTabs={setTabs} /> : null}
          </div>
          <div className={open === "settings" ? undefined : "shell-handle"}>
            <SettingsHandle
              open={open === "settings"}
              onClick={() => setOpen(open === "settings" ? null : "settings")}
            />
          </div>
          <main className="shell-content">
            {active ? <TabPages tabs={tabs} active={active} routes={props.routes} onName={nameTab} /> : null}
          </main>
          <Footer />
        </div>
        <FirstSteps />
        <Suspense>{mayOffer(session, props.location.pathname) ? <PasskeyOffer /> : null}</Suspense>
        <KeepStyles />
        <Suspense>
          {open === "settings" ? <SettingsDrawer onClose={() => setOpen(null)} /> : null}
          {open === "search" ? <SearchPalette pages={props.pages} onClose={() => setOpen(null)} /> : null}
        </Suspense>
      </div>
    </PathLinks>
  );
}

/** The list that the shown record is one of; a list that shows one of its own is above that one. */
function listOf({ page, params }: Match, name: string | undefined, pages: readonly ShellPage[]) {
  return listPageOf(page, params, pages) ?? (name === undefined || page.hidden ? undefined : page);
}

/** At home after a log-in, where nothing else is asked first. */
function mayOffer(session: Session | null, path: string): boolean {
  if (session === null || session.mustChangePassword || missingFactorOf(session) !== null) return false;
  return path === "/index" && hasJustEntered();
}

function shellClass({ tagsView, fixedHeader }: Settings): string {
  return ["shell", tagsView ? "shell-tags" : "", fixedHeader ? "shell-fixed" : ""].filter(Boolean).join(" ");
}

/** Ctrl+K, or Command+K. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      // An open dialog keeps the focus to itself: the search beneath or over it could not be typed in.
      const dialogs = [...document.querySelectorAll("[aria-modal=true]")];
      if (!dialogs.some((dialog) => dialog.checkVisibility())) open();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

function WindowTitle({ page }: { page: string }) {
  const { t } = useTranslation("app");
  const product = siteConfig.title || t(`product.${siteConfig.brand}`);
  return <title>{page === "" ? product : `${page} - ${product}`}</title>;
}
