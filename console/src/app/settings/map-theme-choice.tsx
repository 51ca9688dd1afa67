import { useTranslation } from "react-i18next";
import { type MapTheme, mapThemes } from "../../api/user-choices.ts";
import { Thumbnails } from "./thumbnails.tsx";

/** Ground, land, line and glow of the four map themes, as the walls' notes give them. */
const colours: Readonly<Record<MapTheme, { ground: string; land: string; glow: string }>> = {
  themeCT: { ground: "#0e2a22", land: "#1f5140", glow: "#7bd88f" },
  themeQHC: { ground: "#f4f7fb", land: "#cfdcf0", glow: "#1f4fa3" },
  themeYM: { ground: "#0b0d14", land: "#1b2232", glow: "#5ad1ff" },
  themeLYXZ: { ground: "#06251b", land: "#0f4b37", glow: "#18e0a0" },
};

/** The theme of the situation screens' map. */
export function MapThemeChoice(props: { chosen: MapTheme; onChoose: (chosen: MapTheme) => void }) {
  const { t } = useTranslation("app");
  return (
    <Thumbnails
      name={t("settings.mapTheme")}
      chosen={props.chosen}
      choices={mapThemes.map((key) => ({
        key,
        label: t(`mapTheme.${key}`),
        picture: <Drawing theme={key} />,
      }))}
      onChoose={props.onChoose}
    />
  );
}

function Drawing({ theme }: { theme: MapTheme }) {
  const { ground, land, glow } = colours[theme];
  return (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <rect width="64" height="44" fill={ground} />
      <path d="M10 18 24 9l17 4 13 8-6 11-16 3-17-3z" fill={land} stroke={glow} strokeOpacity=".6" />
      <circle cx="27" cy="20" r="3" fill={glow} />
      <circle cx="27" cy="20" r="6.5" fill="none" stroke={glow} strokeOpacity=".6" />
      <circle cx="42" cy="25" r="2" fill={glow} />
    </svg>
  );
}
