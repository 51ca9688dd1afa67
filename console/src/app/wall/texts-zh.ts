/** What the situation screens say. */
export const texts: Record<string, unknown> = import.meta.glob(
  ["/src/{app,kit}/locales/zh.json", "/src/features/operations/situation/locales/zh.json"],
  { eager: true, import: "default" },
);
