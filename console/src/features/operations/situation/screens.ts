/** The screens under `/visual`, each an entry with its address and title. */
export const situationScreens = [
  { url: "/visual/situation", title: "menu.situationOverview", component: "system/blank/not-yet" },
  { url: "/visual/devices", title: "menu.situationDevices", component: "operations/situation/device-walk" },
] as const;
