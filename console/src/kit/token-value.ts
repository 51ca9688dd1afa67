/** The value that a token of tokens.css has now, for libraries that take colours as text (antd, ECharts). */
export function tokenValue(name: `--${string}`, inside: Element = document.documentElement): string {
  return getComputedStyle(inside).getPropertyValue(name).trim();
}

export type ReadToken = (name: `--${string}`) => string;

/** Reads many tokens at once: the style is computed once. */
export function tokenReader(inside: Element = document.documentElement): ReadToken {
  const style = getComputedStyle(inside);
  return (name) => style.getPropertyValue(name).trim();
}
