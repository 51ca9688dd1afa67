import "./search-palette.css";
import { Search } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { notYetComponent } from "../routes/built-in.ts";
import { useMenuTitle } from "../routes/menu-title.ts";
import type { ShellPage } from "../routes/shell-page.ts";
import { MenuIcon } from "../shell/menu-icon.tsx";
import { type Findable, makeFinder } from "./find-pages.ts";

/** Ctrl+K: pages by title and path. Arrows move, Enter opens, Ctrl+Enter opens in a new browser tab, Esc closes. */
export function SearchPalette(props: { pages: readonly ShellPage[]; onClose: () => void }) {
  const { t } = useTranslation("app");
  const navigate = useNavigate();
  const find = useFinder(props.pages);
  const [pattern, setPattern] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = find(pattern);
  const open = (page: Findable | undefined, elsewhere: boolean) => {
    if (!page) return;
    props.onClose();
    if (elsewhere) window.open(page.path, "_blank", "noopener");
    else void navigate(page.path);
  };
  const hearKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") props.onClose();
    else if (event.key === "Enter") open(found[at], event.ctrlKey || event.metaKey);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = (at + (event.key === "ArrowDown" ? 1 : -1) + found.length) % Math.max(1, found.length);
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: "nearest" });
    }
  };
  return createPortal(
    <div
      className="palette-shade"
      role="presentation"
      onPointerDown={(event) => event.target === event.currentTarget && props.onClose()}
    >
      <div
        className="palette"
        role="dialog"
        aria-modal="true"
        aria-label={t("search.open")}
        onKeyDown={hearKey}
      >
        <div className="palette-line">
          <Search size={18} strokeWidth={1.6} aria-hidden="true" />
          <input
            // biome-ignore lint/a11y/noAutofocus: the palette is opened to be typed in
            autoFocus
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={found[at] ? `palette-${at}` : undefined}
            placeholder={t("search.placeholder")}
            value={pattern}
            onChange={(event) => {
              setPattern(event.target.value);
              setAt(0);
            }}
          />
          <span className="palette-count">{t("search.results", { count: found.length })}</span>
          <kbd>Esc</kbd>
        </div>
        <h2 className="palette-head">{t("search.pages")}</h2>
        <div id="palette-list" role="listbox" aria-label={t("search.pages")} ref={list}>
          {found.map((page, index) => (
            <PaletteRow
              key={page.path}
              id={`palette-${index}`}
              page={page}
              pattern={pattern}
              chosen={index === at}
              onPoint={() => setAt(index)}
              onOpen={(elsewhere) => open(page, elsewhere)}
            />
          ))}
        </div>
        {found.length === 0 ? <p className="palette-none">{t("search.none")}</p> : null}
        <PaletteFoot />
      </div>
    </div>,
    document.body,
  );
}

function useFinder(pages: readonly ShellPage[]): (pattern: string) => Findable[] {
  const titleOf = useMenuTitle();
  const findable = pages
    .filter((page) => !page.path.includes(":") && page.component !== notYetComponent)
    .map((page) => ({
      title: titleOf(page.title),
      trail: page.trail.map(titleOf).join(" / "),
      path: page.path,
      icon: page.icon,
    }));
  const key = findable.map(({ title }) => title).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles tell whether the list changed
  return useMemo(() => makeFinder(findable), [key]);
}

function PaletteRow(props: {
  id: string;
  page: Findable;
  pattern: string;
  chosen: boolean;
  onPoint: () => void;
  onOpen: (elsewhere: boolean) => void;
}) {
  const { page } = props;
  const { t } = useTranslation("app");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and hears the keys
    <div
      id={props.id}
      role="option"
      aria-selected={props.chosen}
      tabIndex={-1}
      className={props.chosen ? "palette-row palette-row-chosen" : "palette-row"}
      onPointerMove={props.onPoint}
      onClick={(event) => props.onOpen(event.ctrlKey || event.metaKey)}
    >
      <MenuIcon name={page.icon} />
      <span>
        <Marked text={page.title} pattern={props.pattern} />
      </span>
      <span className="palette-trail">{page.trail}</span>
      {props.chosen ? <kbd>{t("search.enter")}</kbd> : <span className="palette-path">{page.path}</span>}
    </div>
  );
}

/** The part that was typed, in the accent. */
function Marked({ text, pattern }: { text: string; pattern: string }) {
  const wanted = pattern.trim().toLowerCase();
  const from = wanted === "" ? -1 : text.toLowerCase().indexOf(wanted);
  if (from === -1) return text;
  const to = from + wanted.length;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}

function PaletteFoot() {
  const { t } = useTranslation("app");
  return (
    <footer className="palette-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("search.move")}
      </span>
      <span>
        <kbd>Enter</kbd> {t("search.go")}
      </span>
      <span>
        <kbd>Ctrl Enter</kbd> {t("search.newTab")}
      </span>
    </footer>
  );
}
