/** `/src/features/fleet/devices/locales/en.json` -> `fleet-devices`; `/src/kit/locales/zh.json` -> `kit`. */
export function namespaceOf(path: string): string {
  return path
    .replace(/^\/src\//, "")
    .replace(/^features\//, "")
    .replace(/\/locales\/[^/]+$/, "")
    .split("/")
    .join("-");
}
