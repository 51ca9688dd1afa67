import type { LocalizedText } from "@tracewater/contract/locales";
/** What the server gives the page before anything is loaded: `<meta name="tracewater-facts">`. */
export type SiteConfig = {
  brand: "iot" | "evidence";
  /** The product's title as configured; empty where the brand's own title in the user's language is used. */
  title: string;
  filing: string;
  /** The zone in which times are printed. */
  zone: string;
  /** Whether log-in asks for the characters in a picture. */
  captcha: "on" | "off";
  /** The origin that users open; empty where none is configured, then `localhost` is meant. */
  publicUrl: string;
  /** Identity providers by which one may log in. */
  signOn: readonly SignOnChoice[];
  /** Passwords open no session: the log-in page offers the other ways alone. */
  signOnOnly: boolean;
  /** Another one wherever the server serves other pages; empty while the console is developed. */
  build: string;
};

type SignOnChoice = { key: string; name: LocalizedText };

/** The titles of the two brands, which the console says in the user's language. */
const standardTitles = ["iot management system", "evidence circulation management system"];

const defaults: SiteConfig = {
  brand: "iot",
  title: "",
  filing: "",
  zone: "Asia/Shanghai",
  captcha: "on",
  publicUrl: "",
  signOn: [],
  signOnOnly: false,
  build: "",
};

export const siteConfig: SiteConfig = readSiteConfig();

function readSiteConfig(): SiteConfig {
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
    publicUrl: text("publicUrl"),
    build: text("build"),
    signOnOnly: Reflect.get(given, "signOnOnly") === true,
    signOn: readChoices(Reflect.get(given, "signOn")),
  };
}

function readChoices(given: unknown): SignOnChoice[] {
  return Array.isArray(given) ? given : []; // written by our own server
}
