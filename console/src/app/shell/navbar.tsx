import "./navbar.css";
import { PanelLeft, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/icon-button.tsx";
import { useMenuTitle } from "../routes/menu-title.ts";
import type { Match } from "../routes/route-objects.tsx";
import { tabTitle } from "../tabs/use-tabs.ts";
import { FullscreenButton } from "./fullscreen.tsx";
import { LiveMark } from "./live-mark.tsx";
import { LanguageButton, SizeButton, ThemeButton } from "./looks.tsx";
import type { SidebarState } from "./sidebar-state.ts";
import { UserMenu } from "./user-menu.tsx";

export function Navbar(props: {
  match: Match | null;
  sidebar: SidebarState;
  onSearch: () => void;
  onSettings: () => void;
}) {
  const { t } = useTranslation("app");
  return (
    <header className="navbar">
      <IconButton
        label={props.sidebar.opened ? t("shell.fold") : t("shell.unfold")}
        aria-expanded={props.sidebar.opened}
        onClick={props.sidebar.toggle}
      >
        <PanelLeft />
      </IconButton>
      {props.match ? <Breadcrumb match={props.match} /> : null}
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
        <LiveMark />
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

function Breadcrumb({ match }: { match: Match }) {
  const titleOf = useMenuTitle();
  const { t } = useTranslation("app");
  const own = titleOf(tabTitle(match));
  return (
    <nav className="breadcrumb" aria-label={t("shell.breadcrumb")}>
      <ol>
        {match.page.trail.map((title) => (
          <li key={title} className="breadcrumb-above">
            {titleOf(title)}
          </li>
        ))}
        <li aria-current="page">{own}</li>
      </ol>
    </nav>
  );
}
