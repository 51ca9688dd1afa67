import { Fragment, useMemo } from "react";
import { formatCode } from "../kit/format-code.ts";

/** The log's column is narrow. */
const wrapLineLength = 46;

/** JSON with its strings, numbers and keys distinguished; it scrolls rather than stretching its place. */
export function JsonView(props: { value: unknown }) {
  const parts = useMemo(() => colour(formatCode(props.value, { wrapLineLength })), [props.value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className="device-json" tabIndex={0}>
      {parts.map((part, index) =>
        part.kind === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place
          <Fragment key={index}>{part.text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className={`device-json-${part.kind}`}>
            {part.text}
          </span>
        ),
      )}
    </pre>
  );
}

type Part = { text: string; kind: "key" | "text" | "number" | null };

const token = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g;

function colour(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(token)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), kind: null });
    const [whole, quoted, colon] = found;
    parts.push({ text: quoted ?? whole, kind: quoted === undefined ? "number" : colon ? "key" : "text" });
    if (colon) parts.push({ text: colon, kind: null });
    at = found.index + whole.length;
  }
  parts.push({ text: text.slice(at), kind: null });
  return parts;
}
