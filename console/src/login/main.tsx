import { localeOf } from "@tracewater/contract/locales";
import "../kit/tokens.css";
import "../kit/base.css";
import "./login.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readToken } from "../api/token.ts";
import { keptSteps, startAppearance } from "../kit/appearance.ts";
import { readLanguage, setDocumentLanguage } from "../kit/language.ts";
import { siteConfig } from "../kit/site-config.ts";
import type { Typed } from "./login-form.tsx";
import { LoginPage } from "./login-page.tsx";

/** The log-in entry: React and nothing else. Who has a token already is sent on. */
const path = location.pathname.replace(/\/+$/, "").toLowerCase();
const root = document.getElementById("root");

if (path === "/login" && readToken() !== null) {
  location.replace("/");
} else if (root) {
  setDocumentLanguage(readLanguage());
  startAppearance(keptSteps);
  const drawn = root.dataset["language"];
  if (root.hasChildNodes()) {
    hydrateRoot(
      root,
      <LoginPage path={path} facts={siteConfig} language={localeOf(drawn)} begun={readTyped(root)} />,
    );
  } else {
    const begun = { username: "", password: "", code: "" };
    createRoot(root).render(
      <LoginPage path={path} facts={siteConfig} language={readLanguage()} begun={begun} />,
    );
  }
}

/** The page is before its code has come: what was typed meanwhile is kept. */
function readTyped(form: HTMLElement): Typed {
  const typedIn = (name: string) =>
    form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
  return { username: typedIn("username"), password: typedIn("password"), code: typedIn("code") };
}
