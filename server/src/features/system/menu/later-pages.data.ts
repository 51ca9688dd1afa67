import type { BuiltInMenu } from "./menu-entry.ts";

/** The console's page that says plainly that this version does not have it yet. */
export const notYetComponent = "system/blank/not-yet";

const onlyAdmin: readonly string[] = [];

type Later = readonly [path: string, title: string, roles: readonly string[]];

const pages: readonly Later[] = [
  ["/tool/gen", "page.generatedModules", onlyAdmin],
  ["/gen/edit/:tableId", "page.generatedModule", onlyAdmin],
];

/**
 * Every route of the specification that no page of this version serves: hidden from the menu, so that nothing in it
 * leads to an empty page. Who builds a page declares it in the menu and takes its line out of here; where a store
 * still holds the placeholder, the next start takes it away.
 */
export const laterPages: BuiltInMenu = {
  key: "later",
  kind: "directory",
  title: "",
  path: "/",
  hidden: true,
  roles: onlyAdmin,
  children: pages.map(([path, title, roles]) => ({
    key: `later.${path}`,
    kind: "page",
    title,
    path,
    component: notYetComponent,
    hidden: true,
    roles,
  })),
};
