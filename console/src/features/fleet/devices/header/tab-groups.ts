import type { TextKey } from "../../../../kit/text-key.ts";

/** Tabs that are one in the bar, by their paths in the order of their segments. */
const groups: readonly { title: TextKey<"device", "tabs.group">; paths: readonly string[] }[] = [
  { title: "operations", paths: ["alarms", "upkeep", "operation_log", "win_operation_log"] },
  { title: "monitoring", paths: ["device_look", "fast_image", "open_video"] },
];

type Tab = { name: string; title: string; path: string };

/** A place in the bar: one tab, or several that are segments below it. */
export type TabEntry<T extends Tab> = { name: string; title: string; tabs: readonly T[] };

/**
 * The places of the bar, each where the first of its tabs is. A group of which there is one tab alone is that tab, under
 * its own title.
 */
export function groupTabs<T extends Tab>(
  tabs: readonly T[],
  titleOf: (group: (typeof groups)[number]["title"]) => string,
): TabEntry<T>[] {
  const entries = new Map<string, TabEntry<T>>();
  for (const tab of tabs) {
    const group = groups.find((one) => one.paths.includes(tab.path));
    const members = (group?.paths ?? []).flatMap((path) => tabs.find((one) => one.path === path) ?? []);
    if (group === undefined || members.length < 2)
      entries.set(tab.name, { name: tab.name, title: tab.title, tabs: [tab] });
    else if (!entries.has(group.title))
      entries.set(group.title, { name: group.title, title: titleOf(group.title), tabs: members });
  }
  return [...entries.values()];
}

/** Whether an address is that of a tab, or of something beneath it. */
export function isOn(pathname: string, base: string, tab: Tab): boolean {
  const path = `${base}/${tab.path}`;
  return pathname === path || pathname.startsWith(`${path}/`);
}
