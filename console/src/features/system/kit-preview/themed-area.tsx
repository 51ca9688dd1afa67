import ConfigProvider, { type ThemeConfig } from "antd/es/config-provider";
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { accentSteps } from "../../../kit/accent-steps.ts";
import { makeTheme } from "../../../kit/antd-theme.tsx";
import {
  type ControlSize,
  controlHeights,
  defaultSettings,
  useSettings,
} from "../../../kit/settings-store.ts";
import { tokenReader } from "../../../kit/token-value.ts";

/** A part of the page that has a theme and a size of its own, whatever the settings say. */
export function ThemedArea(props: { appearance: "light" | "dark"; size: ControlSize; children: ReactNode }) {
  const { appearance, size } = props;
  const { theme: colour } = useSettings();
  const area = useRef<HTMLDivElement>(null);
  const [theme, setTheme] = useState<ThemeConfig | null>(null);
  // The tokens of an area can only be read once it is in the document.
  useLayoutEffect(() => {
    if (!area.current) return;
    const read = tokenReader(area.current);
    setTheme(makeTheme({ appearance, colour, height: controlHeights[size], read }));
  }, [appearance, colour, size]);
  const accents = colour === defaultSettings.theme ? {} : accentSteps(colour, appearance);
  return (
    <div
      ref={area}
      className="themed-area"
      data-theme={appearance}
      data-size={size}
      style={accents as CSSProperties}
    >
      {theme === null ? null : <ConfigProvider theme={theme}>{props.children}</ConfigProvider>}
    </div>
  );
}
