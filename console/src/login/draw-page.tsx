import { localeCodes, locales } from "@tracewater/contract/locales";
import { renderToString } from "react-dom/server";
import type { Language } from "../kit/language.ts";
import type { SiteConfig } from "../kit/site-config.ts";
import { LoginPage } from "./login-page.tsx";

/** The languages to draw it in, with the tags of their documents. */
export const drawnLanguages = localeCodes.map((language) => ({ language, tag: locales[language].tag }));

/** Draws `/login` as it is before anybody touched it; run by the build, so that the page is before its code comes. */
export function drawLoginPage(of: Pick<SiteConfig, "brand" | "captcha"> & { language: Language }): {
  title: string;
  body: string;
} {
  const html = renderToString(
    <LoginPage
      path="/login"
      facts={{
        brand: of.brand,
        captcha: of.captcha,
        title: "",
        filing: "",
        zone: "",
        publicUrl: "",
        signOn: [],
        signOnOnly: false,
        build: "",
      }}
      language={of.language}
      begun={{ username: "", password: "", code: "" }}
    />,
  );
  // React puts a title where it is in the tree; in the page it belongs into the head.
  const title = /<title>([^<]*)<\/title>/.exec(html);
  if (title === null) throw new Error("the log-in page has no title");
  return { title: title[1] ?? "", body: html.replace(title[0], "") };
}
