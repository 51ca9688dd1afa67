/** The value that a token of tokens.css has now, for libraries that take colours as text (antd, ECharts). */
export function tokenValue(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
