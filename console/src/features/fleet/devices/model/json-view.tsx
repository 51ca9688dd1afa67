import { Fragment, useMemo } from "react";

const lineLength = 46;

/** JSON with its strings, numbers and keys told apart; it scrolls rather than stretching its place. */
export function JsonView(props: { value: unknown }) {
  const parts = useMemo(() => colour(printJson(props.value, lineLength)), [props.value]);
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

/** As `JSON.stringify` with two spaces, but whatever fits in a line stands in one. */
function printJson(value: unknown, room: number, indent = ""): string {
  const line = JSON.stringify(value, null, 1)?.replace(/\s*\n\s*/g, " ") ?? "null";
  if (line.length + indent.length <= room || typeof value !== "object" || value === null) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = Object.entries(value).map(([key, member]) => {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    return `${deeper}${name}${printJson(member, room - name.length, deeper)}`;
  });
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
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
