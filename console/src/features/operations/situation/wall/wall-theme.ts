/**
 * The four themes of the situation screens as complete sets of tokens. Hue roles are the same in all: what a category
 * or a state is, is told by its shape as well. The theme accent means "working" and nothing else.
 */
import type { AnalyteCategory } from "@tracewater/contract/laboratory/factors";
import type { MapTheme } from "../../../../api/user-choices.ts";

export type WallTheme = {
  isLight: boolean;
  ground: string;
  water: string;
  land: string;
  coast: string;
  glow: string;
  grid: string;
  text: string;
  text2: string;
  text3: string;
  panel: string;
  border: string;
  accent: string;
  categories: Readonly<Record<AnalyteCategory, string>>;
  states: Readonly<Record<"ok" | "warning" | "major" | "critical" | "off", string>>;
  /** On a panel in the colour of a major or critical state. */
  onState: string;
};

export const wallThemes: Readonly<Record<MapTheme, WallTheme>> = {
  themeCT: {
    ...{ isLight: false, ground: "#0e2a22", water: "#0c251e", land: "#173b2e", coast: "#5d9478" },
    ...{ glow: "#7bd88f", grid: "#1b4034", text: "#edf6ee", text2: "#b6cfc0", text3: "#8bab9a" },
    ...{ panel: "rgb(10 33 26 / 0.9)", border: "#2a5242", accent: "#7bd88f", onState: "#0a1c16" },
    categories: {
      ...{ heroin: "#d9b48c", cocaine: "#f7f0d8", ecstasy: "#ff9ccb" },
      ...{ weed: "#cfe36a", specialK: "#bcabff", meth: "#78cdff" },
    },
    states: {
      ...{ ok: "#7bd88f", warning: "#ffb84d", major: "#ff8a4c", critical: "#ff7878", off: "#8ba396" },
    },
  },
  themeQHC: {
    ...{ isLight: true, ground: "#f4f7fb", water: "#f4f7fb", land: "#f0f5fc", coast: "#1f4fa3" },
    ...{ glow: "#1f4fa3", grid: "#e1e9f4", text: "#0d2149", text2: "#3a5080", text3: "#5a6d96" },
    ...{ panel: "rgb(251 252 254 / 0.94)", border: "#c2d1e8", accent: "#1f4fa3", onState: "#ffffff" },
    categories: {
      ...{ heroin: "#8a5a24", cocaine: "#1f4fa3", ecstasy: "#ad2471" },
      ...{ weed: "#56730a", specialK: "#6a46c2", meth: "#00758f" },
    },
    states: {
      ...{ ok: "#1f7a4d", warning: "#9a5b00", major: "#b8480c", critical: "#c2182b", off: "#5c6b8e" },
    },
  },
  themeYM: {
    ...{ isLight: false, ground: "#0b0d14", water: "#0b0d14", land: "#161b27", coast: "#33405a" },
    ...{ glow: "#5ad1ff", grid: "#141824", text: "#f0f4fb", text2: "#adb9ce", text3: "#8290ab" },
    ...{ panel: "rgb(11 13 20 / 0.9)", border: "#262f43", accent: "#5ad1ff", onState: "#0b0d14" },
    categories: {
      ...{ heroin: "#dcb28c", cocaine: "#f5f0e4", ecstasy: "#ff90c8" },
      ...{ weed: "#c8e155", specialK: "#b7a5ff", meth: "#5ad1ff" },
    },
    states: {
      ...{ ok: "#62d6a2", warning: "#ffb547", major: "#ff8a4c", critical: "#ff5f66", off: "#8390a8" },
    },
  },
  themeLYXZ: {
    ...{ isLight: false, ground: "#06251b", water: "#051f17", land: "#0c4a37", coast: "#22c795" },
    ...{ glow: "#18e0a0", grid: "#0b3326", text: "#ecfff8", text2: "#c0e9da", text3: "#a6d2c2" },
    ...{ panel: "rgb(10 63 49 / 0.72)", border: "#1f8263", accent: "#18e0a0", onState: "#04190f" },
    categories: {
      ...{ heroin: "#e3bd90", cocaine: "#fbf5e2", ecstasy: "#ff9fd0" },
      ...{ weed: "#d8ee6c", specialK: "#c6b6ff", meth: "#86d7ff" },
    },
    states: {
      ...{ ok: "#18e0a0", warning: "#ffc04d", major: "#ff9458", critical: "#ff8686", off: "#9bbcb0" },
    },
  },
};

const ivory = "#e9dfc7";

/** The evidence brand: graphite and ivory; its colours are those of seals. */
export const evidenceTheme: WallTheme = {
  ...{ isLight: false, ground: "#15151a", water: "#15151a", land: "#24242a", coast: "#4a4a52" },
  ...{ glow: "#4a4a52", grid: "#1e1e24", text: "#f6f1e6", text2: "#c3bcae", text3: "#918b80" },
  ...{ panel: "rgb(21 21 26 / 0.92)", border: "#34343b", accent: ivory, onState: "#15151a" },
  categories: {
    ...{ heroin: ivory, cocaine: ivory, ecstasy: ivory, weed: ivory, specialK: ivory, meth: ivory },
  },
  states: {
    ...{ ok: "#8fc9a4", warning: "#ffb84d", major: "#ff8a4c", critical: "#ff6464", off: "#918b80" },
  },
};

/** The tokens as custom properties of a screen. */
export function themeStyle(theme: WallTheme): Record<`--${string}`, string> {
  const { categories, states, isLight, ...plain } = theme;
  const named = (prefix: string, colours: Readonly<Record<string, string>>) =>
    Object.entries(colours).map(([name, colour]) => [`--wall-${prefix}${name}`, colour]);
  return Object.fromEntries([
    ...named("", plain),
    ...named("cat-", categories),
    ...named("state-", states),
    ["--wall-scheme", isLight ? "light" : "dark"],
  ]);
}
