import "./search-palette.css";
import { recordKind } from "@tracewater/contract/operations/search";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useMenuTitle } from "../../kit/menu-title.ts";
import type { ShellPage } from "../routes/shell-page.ts";
import { type Findable, makeFinder } from "./find-pages.ts";
import { useSearchHits } from "./search-hits.ts";
import { SearchLine } from "./search-line.tsx";
import { type Row, SearchRow } from "./search-row.tsx";

/**
 * Ctrl+K: things by their number or name, pages by title and path. Arrows move, Enter opens, Ctrl+Enter opens in a
 * new browser tab, Esc closes.
 */
export function SearchPalette(props: { pages: readonly ShellPage[]; onClose: () => void }) {
  const { t } = useTranslation("app");
  const [pattern, setPattern] = useState("");
  const rows = useRows(pattern, props.pages);
  const open = useOpen(props.onClose);
  const { at, list, setMark, moveMark } = useMark(rows);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") props.onClose();
    else if (event.key === "Tab") event.preventDefault();
    else if (event.key === "Enter") open(rows[at], event.ctrlKey || event.metaKey);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      moveMark(event.key === "ArrowDown" ? 1 : -1);
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
        onKeyDown={onKey}
      >
        <SearchLine
          pattern={pattern}
          count={rows.length}
          marked={rows[at] ? `palette-${at}` : undefined}
          onType={(typed) => {
            setPattern(typed);
            setMark(null);
          }}
        />
        <div id="palette-list" role="listbox" aria-label={t("search.open")} ref={list}>
          {kinds.map((kind) => (
            <Group
              key={kind}
              kind={kind}
              rows={rows}
              pattern={pattern}
              at={at}
              onPoint={setMark}
              onOpen={open}
            />
          ))}
        </div>
        {rows.length === 0 ? <p className="palette-none">{t("search.none")}</p> : null}
        <PaletteFoot />
      </div>
    </div>,
    document.body,
  );
}

const kinds = ["device", ...recordKind.options, "page", "samplePoint"] as const;

/** All that was found, group after group, as the arrows go through it. */
function useRows(pattern: string, pages: readonly ShellPage[]): readonly Row[] {
  const find = useFinder(pages);
  const hits = useSearchHits(pattern, pages);
  const found: Row[] = [
    ...hits.map((one): Row => ({ kind: one.hit.kind, path: one.path, found: one })),
    ...find(pattern).map((page): Row => ({ kind: "page", path: page.path, page })),
  ];
  return kinds.flatMap((kind) => found.filter((row) => row.kind === kind));
}

/** The marked row, by its path: what arrives later must not move the mark off the row that it was put on. */
function useMark(rows: readonly Row[]) {
  const [marked, setMark] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === marked),
  );
  const moveMark = (by: 1 | -1) => {
    const next = (at + by + rows.length) % Math.max(1, rows.length);
    setMark(rows[next]?.path ?? null);
    list.current?.querySelectorAll("[role=option]")[next]?.scrollIntoView({ block: "nearest" });
  };
  return { at, list, setMark, moveMark };
}

function useOpen(onClose: () => void) {
  const navigate = useNavigate();
  return (row: Row | undefined, elsewhere: boolean) => {
    if (!row) return;
    onClose();
    if (elsewhere) window.open(row.path, "_blank", "noopener");
    else void navigate(row.path);
  };
}

function useFinder(pages: readonly ShellPage[]): (pattern: string) => Findable[] {
  const titleOf = useMenuTitle();
  const findable = pages
    .filter((page) => !page.path.includes(":"))
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

function Group(props: {
  kind: Row["kind"];
  rows: readonly Row[];
  pattern: string;
  at: number;
  onPoint: (path: string) => void;
  onOpen: (row: Row, elsewhere: boolean) => void;
}) {
  const { t } = useTranslation("app");
  const own = props.rows.filter(({ kind }) => kind === props.kind);
  if (own.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox, no set of fields
    <div role="group" aria-labelledby={`palette-${props.kind}`}>
      <div className="palette-head" id={`palette-${props.kind}`}>
        {t(`search.kind.${props.kind}`)}
      </div>
      {own.map((row) => {
        const place = props.rows.indexOf(row);
        return (
          <SearchRow
            key={row.path}
            id={`palette-${place}`}
            row={row}
            pattern={props.pattern}
            chosen={place === props.at}
            onPoint={() => props.onPoint(row.path)}
            onOpen={(elsewhere) => props.onOpen(row, elsewhere)}
          />
        );
      })}
    </div>
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
