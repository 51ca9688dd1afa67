import { maxPattern } from "@tracewater/contract/operations/search";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Where the pattern is typed, with the number of rows that it finds. */
export function SearchLine(props: {
  pattern: string;
  count: number;
  /** The id of the row that Enter opens. */
  marked: string | undefined;
  onType: (pattern: string) => void;
}) {
  const { t } = useTranslation("app");
  return (
    <div className="palette-line">
      <Search size={18} strokeWidth={1.6} aria-hidden="true" />
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to be typed in
        autoFocus
        type="text"
        role="combobox"
        aria-label={t("search.open")}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={props.marked}
        placeholder={t("search.placeholder")}
        maxLength={maxPattern}
        value={props.pattern}
        onChange={(event) => props.onType(event.target.value)}
      />
      <span className="palette-count" role="status">
        {t("search.results", { count: props.count })}
      </span>
      <kbd>Esc</kbd>
    </div>
  );
}
