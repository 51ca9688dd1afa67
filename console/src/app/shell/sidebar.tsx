import "./sidebar.css";
import { ChevronDown } from "lucide-react";
import { type CSSProperties, memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { accentSteps } from "../../kit/accent-steps.ts";
import { Mark } from "../../kit/mark.tsx";
import { MenuIcon } from "../../kit/menu-icon.tsx";
import { useMenuTitle, useShortTitle } from "../../kit/menu-title.ts";
import { PathLink } from "../../kit/path-link.tsx";
import { defaultSettings, useSettings } from "../../kit/settings-store.ts";
import { siteConfig } from "../../kit/site-config.ts";
import { preloadPage } from "../routes/page-modules.ts";
import { useFoldedGroup } from "./folded-groups.ts";
import type { MenuGroup, MenuLink } from "./menu-tree.ts";

/** 200 px, or 64 px of icons with their names on hover; below 992 px a drawer over the page. */
export const Sidebar = memo(function Sidebar(props: {
  groups: readonly MenuGroup[];
  folded: boolean;
  /** Changes its width at once. */
  still: boolean;
  /** The list that the shown record belongs to; without it the page itself. */
  current: string | undefined;
  onChoose: (() => void) | undefined;
}) {
  const { t } = useTranslation("app");
  const settings = useSettings();
  const { pathname } = useLocation();
  const names = ["sidebar", props.folded ? "sidebar-folded" : "", props.still ? "sidebar-still" : ""];
  return (
    <nav
      className={names.filter(Boolean).join(" ")}
      aria-label={t("shell.menu")}
      data-theme={settings.darkSidebar ? "dark" : undefined}
      style={settings.darkSidebar ? darkAccents(settings.theme) : undefined}
    >
      {settings.sidebarLogo ? (
        <PathLink
          to="/index"
          className="sidebar-logo"
          title={siteConfig.title || t(`product.${siteConfig.brand}`)}
          onClick={props.onChoose}
        >
          <Mark size={22} />
          {props.folded ? null : <span>Tracewater</span>}
        </PathLink>
      ) : null}
      <div className="sidebar-scroll">
        {props.groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            current={props.current ?? pathname}
            folded={props.folded}
            onChoose={props.onChoose}
          />
        ))}
      </div>
    </nav>
  );
});

/** A group under its head, which folds it; the group of the page that is shown is always open. */
function Group(props: {
  group: MenuGroup;
  current: string;
  folded: boolean;
  onChoose: (() => void) | undefined;
}) {
  const { title, links } = props.group;
  const titleOf = useMenuTitle();
  const shortOf = useShortTitle();
  const [isFolded, setFolded] = useFoldedGroup(title);
  const holdsPage = links.some((link) => link.path === props.current);
  const isOpen = title === "" || props.folded || holdsPage || !isFolded;
  return (
    <section className="sidebar-group">
      {title === "" ? null : props.folded ? (
        <hr className="sidebar-rule" />
      ) : (
        <h2 className="sidebar-head">
          <button type="button" aria-expanded={isOpen} onClick={() => setFolded(isOpen)}>
            {titleOf(title)}
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </h2>
      )}
      {isOpen ? (
        <ul>
          {links.map((link) => (
            <li key={link.path}>
              <SidebarLink
                link={link}
                title={titleOf(link.title)}
                word={shortOf(link.title)}
                active={props.current === link.path}
                folded={props.folded}
                onChoose={props.onChoose}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A dark side bar on a light page has the dark steps of the user's own colour. */
function darkAccents(theme: string): CSSProperties | undefined {
  return theme === defaultSettings.theme ? undefined : (accentSteps(theme, "dark") as CSSProperties);
}

/** Memoised: a change of page draws the link that was active and the one that is. */
const SidebarLink = memo(function SidebarLink(props: {
  link: MenuLink;
  title: string;
  /** What is printed: the title, or a shorter one. */
  word: string;
  active: boolean;
  folded: boolean;
  onChoose: (() => void) | undefined;
}) {
  const { link, title, active } = props;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (active) place.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const inner = (
    <>
      <span ref={place} className="sidebar-icon">
        <MenuIcon name={link.icon} />
      </span>
      {props.folded ? (
        <span className="visually-hidden">{title}</span>
      ) : (
        <span className="sidebar-word">{props.word}</span>
      )}
    </>
  );
  const tip = props.folded || props.word !== title ? { title } : {};
  if (link.outside) {
    return (
      <a className="sidebar-link" href={link.path} target="_blank" rel="noreferrer" {...tip}>
        {inner}
      </a>
    );
  }
  return (
    <PathLink
      className={active ? "sidebar-link sidebar-link-active" : "sidebar-link"}
      to={link.path}
      aria-current={active ? "page" : undefined}
      onClick={props.onChoose}
      onPointerEnter={() => preloadPage(link.component)}
      {...tip}
    >
      {inner}
    </PathLink>
  );
});
