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
    component: "system/blank/not-yet",
  },
  {
    ...blankPage,
    name: "AppUsers",
    icon: "smartphone",
    path: "/userManagement/appuser",
    title: "menu.appUsers",
    component: "system/blank/not-yet",
  },
];

/** Without the main layout. */
export const barePages: readonly ShellPage[] = [
  {
    ...blankPage,
    name: "NotFound",
    path: "/404",
    title: "menu.notFound",
    component: "system/blank/not-found",
  },
  {
    ...blankPage,
    name: "NoAccess",
    path: "/401",
    title: "menu.noAccess",
    component: "system/blank/no-access",
  },
  { ...blankPage, name: "Redirect", path: "/redirect/*", title: "", component: "system/blank/redirect" },
  ...[
    "/test",
    "/test1",
    "/auth-redirect",
    "/bind",
    "/face_login",
    "/userAudit",
    "/visual/*",
    "/visualization",
    "/visualMini",
    "/qr/*",
  ].map((path) => ({
    ...blankPage,
    name: path,
    path,
    title: "menu.notYet",
    component: "system/blank/not-yet",
  })),
];
