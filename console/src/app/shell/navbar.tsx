import "./navbar.css";
import { ChevronLeft, PanelLeft, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { NoticeBell } from "../../features/system/notices/notice-bell.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Mark } from "../../kit/mark.tsx";
import { useMenuTitle } from "../../kit/menu-title.ts";
import { zoneOffset } from "../../kit/moment.ts";
import { PathLink } from "../../kit/path-link.tsx";
import { type Navigation, useSettings } from "../../kit/settings-store.ts";
import { siteConfig } from "../../kit/site-config.ts";
import type { Match } from "../routes/route-objects.tsx";
import type { ShellPage } from "../routes/shell-page.ts";
import { tabTitle } from "../tabs/use-tabs.ts";
import { AlarmBell } from "./alarm-bell.tsx";
import { FullscreenButton } from "./fullscreen.tsx";
import { LiveMark } from "./live-mark.tsx";
import { LanguageButton, SizeButton, ThemeButton } from "./looks.tsx";
import type { MenuGroup } from "./menu-tree.ts";
import type { SidebarState } from "./sidebar-state.ts";
import { TopMenu } from "./top-menu.tsx";
import { UserMenu } from "./user-menu.tsx";

export function Navbar(props: {
  match: Match | null;
  /** The record that the page shows, and the page that lists its like. */
  record: { name: string | undefined; list: ShellPage | undefined };
  sidebar: SidebarState;
  navigation: Navigation;
  groups: readonly MenuGroup[];
  onSearch: () => void;
  onSettings: () => void;
}) {
  const { t } = useTranslation("app");
  const { navigation } = props;
  return (
    <header className="navbar">
      {navigation === "top" ? <TopLogo /> : null}
      {navigation === "top" ? null : (
        <IconButton
          label={props.sidebar.opened ? t("shell.fold") : t("shell.unfold")}
          aria-expanded={props.sidebar.opened}
          onClick={props.sidebar.toggle}
        >
          <PanelLeft />
        </IconButton>
      )}
      {navigation === "left" ? (
        props.match && <Breadcrumb match={props.match} record={props.record} />
      ) : (
        <TopMenu groups={props.groups} lead={navigation === "mixed"} />
      )}
      <div className="navbar-right">
        <button
          type="button"
          className="navbar-search"
          onClick={props.onSearch}
          aria-label={t("search.open")}
        >
          <Search size={16} strokeWidth={1.6} aria-hidden="true" />
          <span>{t("search.open")}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <Zone />
        <LiveMark />
        <AlarmBell />
        <NoticeBell />
        <span className="navbar-wide">
          <FullscreenButton />
          <SizeButton />
          <LanguageButton />
          <ThemeButton />
        </span>
        <UserMenu onSettings={props.onSettings} />
      </div>
    </header>
  );
}

/** The zone of every time that the console prints: its offset now, its name beneath the pointer. */
function Zone() {
  const { t } = useTranslation("app");
  const { zone } = siteConfig;
  return (
    <span className="navbar-zone" title={t("shell.zone", { zone: `${zone} (${zoneOffset(zone)})` })}>
      {zoneOffset(zone)}
    </span>
  );
}

function TopLogo() {
  const { t } = useTranslation("app");
  const { sidebarLogo } = useSettings();
  if (!sidebarLogo) return null;
  return (
    <Link to="/index" className="top-logo" title={siteConfig.title || t(`product.${siteConfig.brand}`)}>
      <Mark size={22} />
      <span>Tracewater</span>
    </Link>
  );
}

function Breadcrumb({
  match,
  record: { name, list },
}: Pick<Parameters<typeof Navbar>[0], "record"> & { match: Match }) {
  const titleOf = useMenuTitle();
  const { t } = useTranslation("app");
  const own = name ?? titleOf(tabTitle(match));
  const trail = list?.trail ?? match.page.trail;
  return (
    <nav className="breadcrumb" aria-label={t("shell.breadcrumb")}>
      {list === undefined ? null : (
        <PathLink to={list.path} className="breadcrumb-back" aria-label={titleOf(list.title)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </PathLink>
      )}
      <ol>
        {trail.map((title) => (
          <li key={title} className="breadcrumb-above">
            {titleOf(title)}
          </li>
        ))}
        {list === undefined ? null : (
          <li className="breadcrumb-above">
            <PathLink to={list.path}>{titleOf(list.title)}</PathLink>
          </li>
        )}
        <li aria-current="page">{own}</li>
      </ol>
    </nav>
  );
}
