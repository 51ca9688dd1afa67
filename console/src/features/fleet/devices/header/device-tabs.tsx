import "./device-segments.css";
import Dropdown from "antd/es/dropdown";
import { ChevronDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { type ChildRoute, useChildRoutes } from "../../../../kit/route-metadata.tsx";
import { fitTabs } from "./fit-tabs.ts";
import { groupTabs, isOn, type TabEntry } from "./tab-groups.ts";

const moreWidth = 96;

type Entry = TabEntry<ChildRoute>;

/** The device's tabs; what does not fit is under "n more", on a phone the bar scrolls. */
export function DeviceTabs(props: { base: string }) {
  const { t } = useDeviceTexts();
  const { entries, chosen } = useEntries(props.base);
  const { bar, measure, shown, hidden } = useFit(entries, chosen);
  return (
    <nav className="device-tabs" aria-label={t("tabs.label")} ref={bar}>
      <div className="device-tabs-row">
        {pick(entries, shown).map((entry) => (
          <Tab key={entry.name} base={props.base} entry={entry} isOn={entry === entries[chosen]} />
        ))}
      </div>
      {hidden.length === 0 ? null : (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: pick(entries, hidden).map((entry) => ({
              key: entry.name,
              label: <Link to={addressOf(props.base, entry)}>{entry.title}</Link>,
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
        {entries.map((entry) => (
          <span key={entry.name} className="device-tab">
            {entry.title}
          </span>
        ))}
      </div>
    </nav>
  );
}

/** The tabs of the place in the bar that is chosen, where it has several. */
export function DeviceSegments(props: { base: string }) {
  const { entries, chosen } = useEntries(props.base);
  const entry = entries[chosen];
  if (entry === undefined || entry.tabs.length < 2) return null;
  return (
    <nav className="device-segments" aria-label={entry.title}>
      {entry.tabs.map((tab) => (
        <NavLink key={tab.name} to={`${props.base}/${tab.path}`} className="device-segment">
          {tab.title}
        </NavLink>
      ))}
    </nav>
  );
}

function useEntries(base: string) {
  const tabs = useChildRoutes();
  const { pathname } = useLocation();
  const { t } = useDeviceTexts();
  const entries = groupTabs(tabs, (group) => t(`tabs.group.${group}`));
  const chosen = entries.findIndex((entry) => entry.tabs.some((tab) => isOn(pathname, base, tab)));
  return { entries, chosen };
}

function addressOf(base: string, entry: Entry): string {
  return `${base}/${entry.tabs[0]?.path ?? ""}`;
}

function Tab(props: { base: string; entry: Entry; isOn: boolean }) {
  const { base, entry } = props;
  return (
    <Link
      to={addressOf(base, entry)}
      className={props.isOn ? "device-tab device-tab-on" : "device-tab"}
      aria-current={props.isOn ? "page" : undefined}
      // On a phone the bar scrolls; the chosen tab is brought into sight.
      ref={(link) => {
        if (props.isOn) link?.scrollIntoView({ block: "nearest", inline: "nearest" });
      }}
    >
      {entry.title}
    </Link>
  );
}

function useFit(tabs: readonly Entry[], chosen: number) {
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

function pick(tabs: readonly Entry[], indices: readonly number[]): Entry[] {
  return indices.flatMap((index) => tabs[index] ?? []);
}
