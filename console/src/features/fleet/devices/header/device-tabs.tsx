import Dropdown from "antd/es/dropdown";
import { ChevronDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type ChildRoute, useChildRoutes } from "../../../../kit/route-metadata.tsx";
import { fitTabs } from "./fit-tabs.ts";

const moreWidth = 96;

/** The device's tabs; what does not fit is under "n more", on a phone the bar scrolls. */
export function DeviceTabs(props: { base: string }) {
  const tabs = useChildRoutes();
  const { pathname } = useLocation();
  const { t } = useDeviceTexts();
  const chosen = tabs.findIndex((tab) => isOn(pathname, props.base, tab));
  const { bar, measure, shown, hidden } = useFit(tabs, chosen);
  return (
    <nav className="device-tabs" aria-label={t("tabs.label")} ref={bar}>
      <div className="device-tabs-row">
        {pick(tabs, shown).map((tab) => (
          <Tab key={tab.name} base={props.base} tab={tab} />
        ))}
      </div>
      {hidden.length === 0 ? null : (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: pick(tabs, hidden).map((tab) => ({
              key: tab.name,
              label: <NavLink to={`${props.base}/${tab.path}`}>{tab.title}</NavLink>,
            })),
          }}
        >
          <button type="button" className="device-tabs-more">
            {t("tabs.more", { count: hidden.length })}
            <ChevronDown size={14} />
          </button>
        </Dropdown>
      )}
      <div className="device-tabs-measure" ref={measure} aria-hidden="true">
        {tabs.map((tab) => (
          <span key={tab.name} className="device-tab">
            {tab.title}
          </span>
        ))}
      </div>
    </nav>
  );
}

function Tab({ base, tab }: { base: string; tab: ChildRoute }) {
  return (
    <NavLink
      to={`${base}/${tab.path}`}
      className={({ isActive }) => (isActive ? "device-tab device-tab-on" : "device-tab")}
      // On a phone the bar scrolls; the chosen tab is brought into sight.
      ref={(link) => {
        if (link?.getAttribute("aria-current") === "page")
          link.scrollIntoView({ block: "nearest", inline: "nearest" });
      }}
    >
      {tab.title}
    </NavLink>
  );
}

function useFit(tabs: readonly ChildRoute[], chosen: number) {
  const bar = useRef<HTMLElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const titles = tabs.map((tab) => tab.title).join();
  const [size, setSize] = useState<{ room: number; widths: number[] }>({
    room: Number.POSITIVE_INFINITY,
    widths: [],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other titles have other widths
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const read = () => {
      const widths = [...(measure.current?.children ?? [])].map(
        (child) => child.getBoundingClientRect().width,
      );
      setSize({ room: element.clientWidth - 32, widths });
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [titles]);
  const all = tabs.map((_, index) => index);
  const scrolls = size.room < 600;
  const fit =
    scrolls || size.widths.length !== tabs.length
      ? { shown: all, hidden: [] }
      : fitTabs(size.widths, size.room, moreWidth, chosen);
  return { bar, measure, ...fit };
}

function pick(tabs: readonly ChildRoute[], indices: readonly number[]): ChildRoute[] {
  return indices.flatMap((index) => tabs[index] ?? []);
}

function isOn(pathname: string, base: string, tab: ChildRoute): boolean {
  const path = `${base}/${tab.path}`;
  return pathname === path || pathname.startsWith(`${path}/`);
}
