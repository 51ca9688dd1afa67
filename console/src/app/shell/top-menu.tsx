import "./top-menu.css";
import Dropdown from "antd/es/dropdown";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useMenuTitle } from "../../kit/menu-title.ts";
import { preloadPage } from "../routes/page-modules.ts";
import { groupAt, type MenuGroup, type MenuLink } from "./menu-tree.ts";

/** The menu over the page. With `lead` a group leads to its first page, and its pages are at the left. */
export function TopMenu(props: { groups: readonly MenuGroup[]; lead: boolean }) {
  const { t } = useTranslation("app");
  const { pathname } = useLocation();
  const active = groupAt(props.groups, pathname);
  return (
    <nav className="top-menu" aria-label={t("shell.menu")}>
      {props.groups.map((group) =>
        group.title === "" ? (
          group.links.map((link) => <TopLink key={link.path} link={link} active={pathname === link.path} />)
        ) : props.lead ? (
          <GroupLead key={group.title} group={group} active={group === active} />
        ) : (
          <GroupDrop key={group.title} group={group} active={group === active} />
        ),
      )}
    </nav>
  );
}

const classOf = (active: boolean) => (active ? "top-menu-item top-menu-active" : "top-menu-item");

function TopLink({ link, active }: { link: MenuLink; active: boolean }) {
  const title = useMenuTitle()(link.title);
  if (link.outside) {
    return (
      <a className={classOf(false)} href={link.path} target="_blank" rel="noreferrer">
        {title}
      </a>
    );
  }
  return (
    <Link
      className={classOf(active)}
      to={link.path}
      aria-current={active ? "page" : undefined}
      onPointerEnter={() => preloadPage(link.component)}
    >
      {title}
    </Link>
  );
}

function GroupLead({ group, active }: { group: MenuGroup; active: boolean }) {
  const title = useMenuTitle()(group.title);
  const first = group.links.find((link) => !link.outside);
  if (!first) return null;
  return (
    <Link className={classOf(active)} to={first.path} aria-current={active ? "true" : undefined}>
      {title}
    </Link>
  );
}

function GroupDrop({ group, active }: { group: MenuGroup; active: boolean }) {
  const titleOf = useMenuTitle();
  const items = group.links.map((link) => ({
    key: link.path,
    label: link.outside ? (
      <a href={link.path} target="_blank" rel="noreferrer">
        {titleOf(link.title)}
      </a>
    ) : (
      <Link to={link.path}>{titleOf(link.title)}</Link>
    ),
  }));
  return (
    <Dropdown menu={{ items }} trigger={["hover", "click"]}>
      <button type="button" className={classOf(active)} aria-haspopup="menu">
        {titleOf(group.title)}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
