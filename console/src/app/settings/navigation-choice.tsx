import { useTranslation } from "react-i18next";
import { type Navigation, trySettings, useSettings } from "../../kit/settings-store.ts";
import { Thumbnails } from "./thumbnails.tsx";

const places: readonly Navigation[] = ["left", "top", "mixed"];

/** Where the menu is, as small drawings. */
export function NavigationChoice() {
  const { t } = useTranslation("app");
  const { navigation } = useSettings();
  return (
    <Thumbnails
      name={t("settings.navigation")}
      chosen={navigation}
      choices={places.map((key) => ({
        key,
        label: t(`navigation.${key}`),
        picture: <Drawing place={key} />,
      }))}
      onChoose={(chosen) => trySettings({ navigation: chosen })}
    />
  );
}

function Drawing({ place }: { place: Navigation }) {
  const menu = "var(--text4)";
  const quiet = "var(--fill)";
  return (
    <svg viewBox="0 0 64 44" aria-hidden="true">
      <rect width="64" height="44" fill="var(--surface)" />
      {place === "left" ? <rect x="16" width="48" height="8" fill={quiet} /> : null}
      {place === "left" ? <rect width="16" height="44" fill={menu} /> : null}
      {place === "left" ? null : <rect width="64" height="9" fill={menu} />}
      {place === "mixed" ? <rect y="9" width="14" height="35" fill={quiet} /> : null}
    </svg>
  );
}
