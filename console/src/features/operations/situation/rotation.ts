/** How long each screen stays while the list rotates, kept per user name in the browser's store; 0 is left out. */
import { listedScreens, type ScreenUrl } from "./screens.ts";

export type Rotation = Readonly<Record<ScreenUrl, number>>;

/** Cameras belong to another part of the console and are opened by hand. */
const withoutRotation: readonly ScreenUrl[] = ["/visual/cameras"];
const defaultSeconds = 30;
const maxSeconds = 600;

export const secondsChoices = [0, 15, 30, 60, 120, 300] as const;

export function mayRotate(url: ScreenUrl): boolean {
  return !withoutRotation.includes(url);
}

/** Takes what fits and leaves the rest at its default. */
export function parseRotation(text: string | null): Rotation {
  let given: unknown = null;
  try {
    given = JSON.parse(text ?? "null");
  } catch {
    given = null; // no JSON: as if nothing had been chosen
  }
  const entries = listedScreens.map(({ url }): [ScreenUrl, number] => {
    if (!mayRotate(url)) return [url, 0];
    const value: unknown = typeof given === "object" && given !== null ? Reflect.get(given, url) : undefined;
    const fits = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxSeconds;
    return [url, fits ? value : defaultSeconds];
  });
  return Object.fromEntries(entries) as Rotation; // every screen is among them
}

/** The screen that follows in the rotation; the same where it is the only one, null where none is left in it. */
export function followingScreen(now: ScreenUrl, rotation: Rotation): ScreenUrl | null {
  const urls = listedScreens.map(({ url }) => url);
  const at = urls.indexOf(now);
  const turns = [...urls.slice(at + 1), ...urls.slice(0, at + 1)];
  return turns.find((url) => rotation[url] > 0) ?? null;
}

const storageKey = (userName: string) => `tracewater-rotation-${userName}`;

export function readRotation(userName: string): Rotation {
  return parseRotation(localStorage.getItem(storageKey(userName)));
}

export function keepRotation(userName: string, rotation: Rotation): void {
  localStorage.setItem(storageKey(userName), JSON.stringify(rotation));
}
