import "./wall-rows.css";
import "./wall-map.css";
import "./wall.css";
import "./wall-states.css";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { useSession } from "../../../../api/session.ts";
import { useUserChoices } from "../../../../api/user-choices.ts";
import { usePixelWalk } from "./pixel-walk.ts";
import { useFreshness } from "./top.tsx";
import { useWallSize } from "./use-wall-size.ts";
import type { WallSize } from "./wall-size.ts";
import { themeStyle, type WallTheme, wallThemes } from "./wall-theme.ts";

export type Stage = WallSize & { theme: WallTheme; userName: string };

/** A screen in its theme and composition; veiled when the line is gone, with its last state kept. */
export function Screen(props: {
  label: string;
  /** In place of the one that the user chose. */
  theme?: WallTheme;
  /** It places its parts by itself, and not as the situation is composed. */
  hasOwnLayout?: boolean;
  children: (stage: Stage) => ReactNode;
}) {
  const place = useRef<HTMLElement>(null);
  const size = useWallSize(place);
  const userName = useSession()?.user.userName ?? "";
  const { mapTheme } = useUserChoices(userName);
  const theme = props.theme ?? wallThemes[mapTheme];
  const { freshness } = useFreshness();
  const walked = usePixelWalk();
  const style = { ...themeStyle(theme), "--u": `${size.unit}px`, "--walk": walked } as CSSProperties;
  return (
    <section
      ref={place}
      className={`wall ${props.hasOwnLayout === true ? "" : `wall-${size.composition}`} page-frame`}
      data-veiled={freshness === "veiled" ? "yes" : undefined}
      aria-label={props.label}
      style={style}
    >
      {props.children({ ...size, theme, userName })}
    </section>
  );
}
