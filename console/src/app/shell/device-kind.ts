/** Spec 3: the device kind, desktop unless the window is narrow; remembered, and applied to the document for styles. */
export type DeviceKind = "desktop" | "mobile";

const storageKey = "tracewater-device";

export function rememberDevice(kind: DeviceKind): void {
  document.documentElement.dataset["device"] = kind;
  localStorage.setItem(storageKey, kind);
}
