/** `/src/features/fleet/alarms/locales/en.json` -> `fleet-alarms`; `/src/kit/locales/zh.json` -> `kit`. */
export function namespaceOf(path: string): string {
  return path
    .replace(/^\/src\//, "")
    .replace(/^features\//, "")
    .replace(/\/locales\/[^/]+$/, "")
    .split("/")
    .join("-");
}
