import { useTranslation } from "react-i18next";
import { MenuIcon } from "../../kit/menu-icon.tsx";
import { State } from "../../kit/state.tsx";
import type { Findable } from "./find-pages.ts";
import type { Found } from "./search-hits.ts";

export type Row =
  | { kind: "page"; path: string; page: Findable }
  | { kind: Found["hit"]["kind"]; path: string; found: Found };

/** One line of what was found: icon, name with what was typed in it, what it is; state or address at right. */
export function SearchRow(props: {
  id: string;
  row: Row;
  pattern: string;
  chosen: boolean;
  onPoint: () => void;
  onOpen: (elsewhere: boolean) => void;
}) {
  const { row, pattern } = props;
  const { t } = useTranslation("app");
  const isPage = row.kind === "page";
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
      <MenuIcon name={isPage ? row.page.icon : row.found.icon} />
      <span className="palette-word">
        <Marked text={isPage ? row.page.title : row.found.hit.number} pattern={pattern} />
      </span>
      <span className="palette-trail">
        {isPage ? row.page.trail : <Marked text={row.found.hit.name} pattern={pattern} />}
      </span>
      <span className="palette-end">
        {isPage ? (
          props.chosen ? null : (
            <span className="palette-path">{row.path}</span>
          )
        ) : (
          <StateOf found={row.found} />
        )}
        {props.chosen ? <kbd>{t("search.enter")}</kbd> : null}
      </span>
    </div>
  );
}

const looks = {
  online: { tone: "ok", shape: "disc" },
  offline: { tone: "off", shape: "ring" },
  notActivated: { tone: "off", shape: "dash" },
  disabled: { tone: "maintenance", shape: "square" },
} as const;

function StateOf({ found }: { found: Found }) {
  const { t } = useTranslation("app");
  if (found.hit.kind !== "device") return null;
  return <State {...looks[found.hit.state]} label={t(`search.state.${found.hit.state}`)} />;
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
