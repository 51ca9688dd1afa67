/** What the situation screens say. */
export const texts: Record<string, unknown> = import.meta.glob(
  ["/src/{app,kit}/locales/en.json", "/src/features/operations/situation/locales/en.json"],
  { eager: true, import: "default" },
);
