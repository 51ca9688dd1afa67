import "../kit/tokens.css";
import "../kit/base.css";
import "./login.css";
import { createRoot } from "react-dom/client";
import { readToken } from "../api/token.ts";
import { startAppearance } from "../kit/appearance.ts";
import { readLanguage, tellDocument } from "../kit/language.ts";
import { LoginPage } from "./login-page.tsx";

/** The log-in entry: React and nothing else. Who has a token already is sent on. */
const path = location.pathname.replace(/\/+$/, "").toLowerCase();
const root = document.getElementById("root");

if (path === "/login" && readToken() !== null) {
  location.replace("/");
} else if (root) {
  tellDocument(readLanguage());
  startAppearance();
  createRoot(root).render(<LoginPage path={path} />);
}
