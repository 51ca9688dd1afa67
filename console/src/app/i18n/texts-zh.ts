/** What the shell says, and the two features that it shows itself; every other feature's words come with its pages. */
export const texts: Record<string, unknown> = import.meta.glob(
  [
    "/src/{app,kit,resource,pickers}/locales/zh.json",
    "/src/features/system/{notices,profile}/locales/zh.json",
  ],
  { eager: true, import: "default" },
);
