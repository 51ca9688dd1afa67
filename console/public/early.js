// Runs before anything is painted: the chosen appearance, language and size, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  let settings = {};
  try {
    settings = JSON.parse(read("tracewater-settings") || "{}") || {};
  } catch {
    settings = {};
  }
  const wantsDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const dark = settings.appearance === "dark" || (settings.appearance !== "light" && wantsDark);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.size = typeof settings.size === "string" ? settings.size : "medium";
  const accents = settings.accents?.[root.dataset.theme];
  if (accents && typeof accents === "object") {
    for (const [name, value] of Object.entries(accents)) root.style.setProperty(name, String(value));
  }
  const language = read("tracewater-language") || navigator.language || "en";
  root.lang = language.startsWith("zh") ? "zh-CN" : "en";
})();
