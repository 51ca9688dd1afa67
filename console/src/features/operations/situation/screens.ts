/** The screens under `/visual`, each an entry with its address and title. */
export const situationScreens = [
  { url: "/visual/situation", title: "menu.situationOverview", component: "operations/situation/wall" },
  { url: "/visual/devices", title: "menu.situationDevices", component: "operations/situation/device-walk" },
  { url: "/visual/cameras", title: "menu.cameraWall", component: "fleet/media/camera-wall" },
] as const;

/** All screens that the list of `/visual` shows, in the order of their number keys. */
export const listedScreens = [
  ...situationScreens.map(({ url, title }) => ({ url, title })),
  { url: "/visualization", title: "menu.situationMap" },
  { url: "/visualMini", title: "menu.situationMini" },
] as const;

export type ScreenUrl = (typeof listedScreens)[number]["url"];
