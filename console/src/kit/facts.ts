/** What the server tells the page before anything is loaded: `<meta name="tracewater-facts">`. */
export type Facts = {
  brand: "iot" | "evidence";
  /** The product's title as configured; empty where the brand's own title in the user's language is used. */
  title: string;
  filing: string;
  /** The zone in which times are printed. */
  zone: string;
  /** Whether log-in asks for the characters in a picture. */
  captcha: "on" | "off";
};

/** The titles of the two brands, which the console says in the user's language. */
const standardTitles = ["iot management system", "evidence circulation management system"];

const defaults: Facts = { brand: "iot", title: "", filing: "", zone: "Asia/Shanghai", captcha: "on" };

export const facts: Facts = readFacts();

function readFacts(): Facts {
  const content =
    typeof document === "undefined"
      ? null
      : document.querySelector('meta[name="tracewater-facts"]')?.getAttribute("content");
  if (!content) return defaults;
  const given: unknown = JSON.parse(content);
  if (typeof given !== "object" || given === null) return defaults;
  const text = (key: string) => {
    const value: unknown = Reflect.get(given, key);
    return typeof value === "string" ? value : "";
  };
  return {
    brand: text("brand") === "evidence" ? "evidence" : "iot",
    title: standardTitles.includes(text("title").toLowerCase()) ? "" : text("title"),
    filing: text("filing"),
    zone: text("zone") || defaults.zone,
    captcha: text("captcha") === "off" ? "off" : "on",
  };
}
