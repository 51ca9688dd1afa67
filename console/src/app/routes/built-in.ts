import { situationScreens } from "../../features/operations/situation/screens.ts";
import type { ShellPage } from "./shell-page.ts";

/** Pages that are there whatever the server's tree says. */
const blankPage = {
  icon: "",
  query: {},
  noCache: true,
  affix: false,
  hidden: true,
  trail: [],
  tabs: [],
} as const;

export const homePage: ShellPage = {
  ...blankPage,
  name: "Index",
  path: "/index",
  title: "menu.home",
  icon: "house",
  component: "operations/home/home",
  noCache: false,
  affix: true,
  hidden: false,
};

/** Inside the main layout. */
export const layoutPages: readonly ShellPage[] = [
  homePage,
  {
    ...blankPage,
    name: "Profile",
    icon: "user",
    path: "/user/profile",
    title: "menu.profile",
    component: "system/profile/profile",
  },
  {
    ...blankPage,
    name: "CameraWall",
    icon: "camera",
    path: "/camera/camera",
    title: "menu.cameraWall",
    component: "fleet/media/camera-wall",
  },
  {
    ...blankPage,
    name: "AppUsers",
    icon: "smartphone",
    path: "/userManagement/appuser",
    title: "menu.appUsers",
    component: "system/app-users/app-user-list",
  },
];

/** Without the main layout; the first ones need no token. */
export const barePages: readonly ShellPage[] = [
  ...[
    { path: "/404", title: "menu.notFound", component: "system/blank/not-found" },
    { path: "/401", title: "menu.noAccess", component: "system/blank/no-access" },
    { path: "/test", title: "menu.selfTest", component: "system/self-test/self-test" },
    { path: "/test1", title: "menu.kitPreview", component: "system/kit-preview/kit-preview" },
    { path: "/userAudit", title: "menu.userAudit", component: "system/account-requests/user-audit" },
  ].map((page) => ({ ...blankPage, ...page, name: page.path, open: true })),
  ...[
    { path: "/visual", title: "menu.situationWall", component: "operations/situation/situation" },
    ...situationScreens.map(({ url, title, component }) => ({ path: url, title, component })),
    { path: "/visualization", title: "menu.situationMap", component: "operations/situation/map" },
    { path: "/visualMini", title: "menu.situationMini", component: "operations/situation/mini" },
    { path: "/app", title: "menu.phoneHome", component: "system/app-users/phone-home" },
    { path: "/qr/:uuid", title: "menu.qrConfirm", component: "system/qr-log-in/qr-confirm" },
  ].map((page) => ({ ...blankPage, ...page, name: page.path })),
];
