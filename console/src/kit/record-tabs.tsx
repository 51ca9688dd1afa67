import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useKitTranslation } from "./use-kit-translation.ts";

/** A section of a record's page: the card with this `section`. */
export type RecordTab = { key: string; label: string; count?: number };

/**
 * The sections of a record, one tab each. All of them stay on the page, so that facts and custody chain can be read next
 * to each other, searched and printed (decision 0113): a tab leads to its section, and the address names it.
 */
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const t = useKitTranslation();
  const bar = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [active, choose] = useActiveSection(bar, tabs);
  const asked = hash.slice(1);
  // The address names a section: the page opens on it.
  useEffect(() => {
    if (asked !== "" && reach(bar.current, asked)) choose(asked);
  }, [asked, choose]);
  const open = (key: string) => {
    if (key !== asked) void navigate({ search: window.location.search, hash: key }, { replace: true });
    else if (reach(bar.current, key)) choose(key);
  };
  return (
    <nav className="record-tabs" aria-label={t("record.sections")} ref={bar}>
      {tabs.map(({ key, label, count }) => (
        <a
          key={key}
          href={`#${key}`}
          className={key === active ? "record-tab record-tab-on" : "record-tab"}
          aria-current={key === active ? "location" : undefined}
          onClick={(event) => {
            event.preventDefault();
            open(key);
          }}
        >
          {label}
          {count === undefined ? null : <span className="record-tab-count num">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** The section that a reader is at: the one chosen, until they scroll themselves. */
function useActiveSection(bar: RefObject<HTMLElement | null>, tabs: readonly RecordTab[]) {
  const [active, setActive] = useState(tabs[0]?.key ?? "");
  const keys = tabs.map(({ key }) => key).join();
  useEffect(() => {
    const follow = () => setActive(sectionInSight(bar.current, keys.split(",")));
    const options = { capture: true, passive: true };
    const events = ["wheel", "touchmove", "keyup"] as const;
    for (const event of events) document.addEventListener(event, follow, options);
    return () => {
      for (const event of events) document.removeEventListener(event, follow, options);
    };
  }, [bar, keys]);
  return [active, setActive] as const;
}

/** Of the sections whose beginning has passed the bar, the lowest; of several at one height the first. */
function sectionInSight(bar: HTMLElement | null, keys: readonly string[]): string {
  const edge = (bar?.getBoundingClientRect().bottom ?? 0) + 40;
  let found = { key: keys[0] ?? "", top: Number.NEGATIVE_INFINITY };
  for (const key of keys) {
    const top = sectionOf(bar, key)?.getBoundingClientRect().top;
    if (top !== undefined && top <= edge && top > found.top) found = { key, top };
  }
  return found.key;
}

/** Several records are open at once, each with the same sections: only those of this page count. */
function sectionOf(bar: HTMLElement | null, key: string): HTMLElement | null {
  const page = bar?.closest(".page-frame") ?? document;
  const sections = [...page.querySelectorAll<HTMLElement>("[data-section]")];
  return sections.find((section) => section.dataset["section"] === key) ?? null;
}

function reach(bar: HTMLElement | null, key: string): boolean {
  const section = sectionOf(bar, key);
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
  return section !== null;
}
