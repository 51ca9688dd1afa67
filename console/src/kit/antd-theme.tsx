import type { Locale } from "@tracewater/contract/locales";
import ConfigProvider, { type ThemeConfig } from "antd/es/config-provider";
import type { Locale as AntdLocale } from "antd/es/locale";
import en from "antd/es/locale/en_US";
import zh from "antd/es/locale/zh_CN";
import theme from "antd/es/theme";
import { type ReactNode, useMemo } from "react";
import { type AccentSteps, accentSteps } from "./accent-steps.ts";
import { shownAppearance } from "./appearance.ts";
import { LoadingMark } from "./loading-mark.tsx";
import { useMedia } from "./phone.ts";
import { type ControlSize, controlHeights, defaultSettings, useSettings } from "./settings-store.ts";
import { type ReadToken, tokenReader } from "./token-value.ts";
import { useLocale } from "./use-localized.ts";
import "./antd-theme.css";

const antdLocales: Readonly<Record<Locale, AntdLocale>> = { en, zh };

const buttons = { autoInsertSpace: false, loadingIcon: <LoadingMark /> };

/** Feeds antd from tokens.css; antd uses CSS variables, so a change of theme is one write of styles. */
export function AntdTheme({ children }: { children: ReactNode }) {
  const settings = useSettings();
  const locale = useLocale();
  useMedia("(prefers-color-scheme: dark)"); // redrawn when the browser changes and the setting follows it
  const appearance = shownAppearance(settings);
  const { theme: colour, size } = settings;
  const config = useMemo(
    () =>
      makeTheme({
        appearance,
        colour,
        height: controlHeights[size],
        read: themeReader(appearance, colour, size),
      }),
    [appearance, colour, size],
  );
  return (
    <ConfigProvider
      theme={config}
      locale={antdLocales[locale]}
      button={buttons}
      wave={{ disabled: true }}
      // A slip of the mouse beside a dialog must not lose what was typed in it.
      modal={{ mask: { closable: false } }}
    >
      {children}
    </ConfigProvider>
  );
}

/** Tokens as they were found, by appearance, size and name. */
const known = new Map<string, string>();

/**
 * Reads the document's tokens. A theme colour changes its own steps alone, and those are computed; to ask the document
 * for the rest once more would make it compute the styles of the whole page.
 */
function themeReader(appearance: "light" | "dark", colour: string, size: ControlSize): ReadToken {
  const steps: Partial<AccentSteps> = colour === defaultSettings.theme ? {} : accentSteps(colour, appearance);
  const ask = tokenReader();
  return (name) => {
    const step = stepOf(steps, name);
    if (step !== undefined) return step;
    const key = `${appearance} ${size} ${name}`;
    const value = known.get(key) ?? ask(name);
    known.set(key, value);
    return value;
  };
}

function stepOf(steps: Partial<AccentSteps>, name: string): string | undefined {
  return Object.entries(steps).find(([step]) => step === name)?.[1];
}

/** antd's theme from our tokens, as `read` finds them. */
export function makeTheme(of: {
  appearance: "light" | "dark";
  /** The theme colour: another one makes another theme, whatever the tokens say. */
  colour: string;
  height: number;
  read: ReadToken;
}): ThemeConfig {
  const { appearance, colour, height, read } = of;
  const solid = read("--accent-solid");
  return {
    algorithm: appearance === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...seed(height, read),
      ...surfaces(read),
      colorPrimary: colour === "" ? solid : read("--accent"),
      ...texts(read),
    },
    components: {
      Button: {
        colorPrimary: solid,
        colorPrimaryHover: solid,
        colorPrimaryActive: solid,
        defaultBg: read("--surface"),
        defaultHoverBg: read("--hover"),
        defaultColor: read("--text"),
        defaultBorderColor: read("--control-line"),
        primaryShadow: "none",
        dangerShadow: "none",
        defaultShadow: read("--shadow-1"),
        // The dots' red is too dim for words on a dark ground, and the words' red too light under white.
        colorError: read("--critical-text"),
        colorErrorHover: read("--critical-text"),
        colorErrorActive: read("--critical-text"),
        dangerColor: appearance === "dark" ? read("--page") : "#fff",
        fontWeight: 500,
      },
      Input: { paddingXXS: 8 },
      Switch: {
        colorPrimary: solid,
        colorPrimaryHover: solid,
        colorTextQuaternary: read("--off-dot"),
        colorTextTertiary: read("--off-dot"),
      },
      Checkbox: { colorPrimary: solid, colorPrimaryHover: solid },
      Radio: { colorPrimary: solid },
      Tag: { borderRadiusSM: 4 },
      Segmented: {
        trackBg: read("--fill"),
        itemSelectedBg: appearance === "dark" ? read("--control-line") : read("--surface"),
        itemSelectedColor: read("--text"),
      },
      Tabs: {
        inkBarColor: read("--accent"),
        itemSelectedColor: read("--accent-text"),
        horizontalItemPadding: "10px 0",
        horizontalItemGutter: 20,
      },
      Pagination: {
        itemActiveBg: read("--surface"),
        colorPrimary: read("--accent-text"),
        colorPrimaryHover: read("--accent-text"),
      },
      Menu: { itemHeight: 32, itemBorderRadius: 6, activeBarBorderWidth: 0 },
      Modal: { borderRadiusLG: 12, titleFontSize: 16 },
    },
  };
}

function seed(height: number, read: ReadToken) {
  return {
    fontFamily: read("--font"),
    fontFamilyCode: read("--mono"),
    fontSize: 14,
    borderRadius: 6,
    borderRadiusSM: 4,
    borderRadiusLG: 8,
    controlHeight: height,
    wireframe: false,
    // antd waits for the end of each of its movements. Where none is reported, because the tab was hidden or the machine
    // was too busy to draw, what moves stays as it is for ever; and an open dialog of a hidden tab that is drawn again
    // loses its content, and the page with it. What opens moves by antd-theme.css, which nothing waits for.
    motion: false,
  };
}

function surfaces(read: ReadToken) {
  return {
    colorBgLayout: read("--page"),
    colorBgContainer: read("--surface"),
    colorBgElevated: read("--surface"),
    colorFillAlter: read("--subtle"),
    colorBorder: read("--control-line"),
    colorBorderSecondary: read("--line"),
    colorSplit: read("--line"),
    controlItemBgHover: read("--hover"),
    controlItemBgActive: read("--accent-tint"),
    controlItemBgActiveHover: read("--accent-tint"),
    boxShadowSecondary: read("--shadow-2"),
    boxShadow: read("--shadow-3"),
    controlOutlineWidth: 3,
  };
}

function texts(read: ReadToken) {
  return {
    colorText: read("--text"),
    colorTextSecondary: read("--text2"),
    colorTextTertiary: read("--text3"),
    colorTextDescription: read("--text3"),
    colorTextPlaceholder: read("--text3"),
    colorTextDisabled: read("--text4"),
    colorLink: read("--accent-text"),
    colorLinkHover: read("--accent-text"),
    colorSuccess: read("--ok-dot"),
    colorWarning: read("--warn-dot"),
    colorError: read("--critical-dot"),
    colorErrorText: read("--critical-text"),
  };
}
