export const texts: Record<string, unknown> = import.meta.glob("/src/**/locales/zh.json", {
  eager: true,
  import: "default",
});
