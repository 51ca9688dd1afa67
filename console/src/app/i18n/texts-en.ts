export const texts: Record<string, unknown> = import.meta.glob("/src/**/locales/en.json", {
  eager: true,
  import: "default",
});
