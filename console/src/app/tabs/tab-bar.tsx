import "./tab-bar.css";
import { ChevronLeft, ChevronRight, Pin, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useMenuTitle } from "../../kit/menu-title.ts";
import { pageZoom } from "../../kit/page-zoom.ts";
import { useLocale } from "../../kit/use-localized.ts";
import { useOverflow } from "../../kit/use-overflow.ts";
import { TabMenu } from "./tab-menu.tsx";
import { closeAll, closeOne, closeOthers, nextAfter, recordNameOf, refresh, type Tab } from "./tab-store.ts";

type MenuAt = { tab: Tab; x: number; y: number };

/** The visited pages: middle click closes, right click opens the menu, arrows where they overflow. */
export function TabBar(props: {
  tabs: readonly Tab[];
  active: string;
  setTabs: (tabs: readonly Tab[]) => void;
}) {
  const { tabs, active } = props;
  const { t } = useTranslation("app");
  const navigate = useNavigate();
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const overflow = useOverflow(strip, tabs.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark has moved in the document
  useEffect(() => {
    // Asking lays the page out at once: only where a tab may be out of sight.
    if (overflow)
      // With its close button, which stands behind the link.
      strip.current
        ?.querySelector("[aria-current]")
        ?.closest(".tab-tag")
        ?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [active, overflow]);

  function become(next: readonly Tab[]): void {
    const goal = nextAfter(tabs, next, active);
    props.setTabs(next);
    if (goal) void navigate(goal.at);
  }
  const close = (tab: Tab) => become(closeOne(tabs, tab.key));
  return (
    <nav className="tab-bar" aria-label={t("tabs.title")}>
      {overflow ? <TabArrow to="left" strip={strip} /> : null}
      <div className="tab-strip" ref={strip}>
        {tabs.map((tab) => (
          <TabTag
            key={tab.key}
            tab={tab}
            active={tab.key === active}
            onClose={() => close(tab)}
            onMenu={(x, y) => setMenu({ tab, x, y })}
          />
        ))}
      </div>
      {overflow ? <TabArrow to="right" strip={strip} /> : null}
      {menu ? (
        <TabMenu
          x={menu.x}
          y={menu.y}
          affix={menu.tab.affix}
          onClose={() => setMenu(null)}
          onRefresh={() => {
            props.setTabs(refresh(tabs, menu.tab.key));
            void navigate(menu.tab.at);
          }}
          onCloseThis={() => close(menu.tab)}
          onCloseOthers={() => {
            props.setTabs(closeOthers(tabs, menu.tab.key));
            if (menu.tab.key !== active) void navigate(menu.tab.at);
          }}
          onCloseAll={() => become(closeAll(tabs))}
        />
      ) : null}
    </nav>
  );
}

/** Moves the tabs that are out of sight at this side into it. */
function TabArrow({ to, strip }: { to: "left" | "right"; strip: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation("app");
  const Icon = to === "left" ? ChevronLeft : ChevronRight;
  const way = to === "left" ? -240 : 240;
  return (
    <button
      type="button"
      className="tab-arrow"
      aria-label={t(`tabs.${to}`)}
      onClick={() => strip.current?.scrollBy({ left: way, behavior: "smooth" })}
    >
      <Icon size={16} />
    </button>
  );
}

function TabTag(props: {
  tab: Tab;
  active: boolean;
  onClose: () => void;
  onMenu: (x: number, y: number) => void;
}) {
  const { tab, active } = props;
  const { t } = useTranslation("app");
  const titleOf = useMenuTitle();
  const title = recordNameOf(tab, useLocale()) ?? titleOf(tab.title);
  return (
    <span className={active ? "tab-tag tab-tag-active" : "tab-tag"}>
      <Link
        to={tab.at}
        draggable={false}
        aria-current={active ? "page" : undefined}
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onAuxClick={(event) => {
          if (event.button !== 1) return;
          event.preventDefault();
          props.onClose();
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          const { zoom } = pageZoom();
          props.onMenu(event.clientX / zoom, event.clientY / zoom);
        }}
      >
        {tab.affix ? <Pin size={13} strokeWidth={1.6} aria-hidden="true" /> : null}
        <span className="tab-word">{title}</span>
      </Link>
      {tab.affix ? null : (
        <button
          type="button"
          className="tab-close"
          aria-label={t("tabs.close", { title })}
          onClick={props.onClose}
        >
          <X size={14} />
        </button>
      )}
    </span>
  );
}
