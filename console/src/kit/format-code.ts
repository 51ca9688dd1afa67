/** Spec 9: how code is laid out where nothing else is asked for. */
const defaults = { indentSize: 2, wrapLineLength: 110 };

/** JSON as `JSON.stringify` indents it, but whatever fits in a line is in one. */
export function formatCode(value: unknown, options: Partial<typeof defaults> = {}): string {
  const { indentSize, wrapLineLength } = { ...defaults, ...options };
  return print(value, { room: wrapLineLength, step: " ".repeat(indentSize), indent: "" });
}

function print(value: unknown, at: { room: number; step: string; indent: string }): string {
  const { room, step, indent } = at;
  const line = JSON.stringify(value, null, 1)?.replace(/\s*\n\s*/g, " ") ?? "null";
  if (line.length + indent.length <= room || typeof value !== "object" || value === null) return line;
  const deeper = indent + step;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = Object.entries(value).map(([key, member]) => {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    return `${deeper}${name}${print(member, { room: room - name.length, step, indent: deeper })}`;
  });
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
}
