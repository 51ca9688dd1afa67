/**
 * `/src/features/fleet/alarms/locales/en.json` -> `fleet-alarms`; `/src/kit/locales/zh.json` -> `kit`. The words of a
 * device's own pages are in the namespace of the others of devices, in a file that lists do without.
 */
export function namespaceOf(path: string): string {
  return path
    .replace(/^\/src\//, "")
    .replace(/^features\//, "")
    .replace(/\/locales\/[^/]+$/, "")
    .replace(/^device\/pages$/, "device")
    .split("/")
    .join("-");
}
