import "../../kit/tokens.css";
import "../../kit/base.css";
import { createRoot } from "react-dom/client";
import { watchConnection } from "../../api/connection.ts";
import { fetchFirstData } from "../../features/operations/situation/first-calls.ts";
import { accentSteps } from "../../kit/accent-steps.ts";
import { startAppearance } from "../../kit/appearance.ts";
import { readLanguage, setDocumentLanguage } from "../../kit/language.ts";
import { startSession } from "./start-wall.ts";
import { displayPath } from "./wall-paths.ts";
import { fetchScreen, WallRoot } from "./wall-root.tsx";
import { startWallTexts } from "./wall-texts.ts";

/** The entry of the situation screens: what a wall or a small screen needs, without the shell and its controls. */
setDocumentLanguage(readLanguage());
startAppearance(accentSteps);
watchConnection();
fetchScreen();

const root = document.getElementById("root");
const isDisplay = location.pathname.replace(/\/+$/, "").toLowerCase() === displayPath;
const [start] = await Promise.all([isDisplay ? "here" : begin(), startWallTexts()]);
if (root && start === "here") createRoot(root).render(<WallRoot />);

/** A display is not a session: it asks for its data once it is paired. */
async function begin(): Promise<"here" | "leaving"> {
  const session = await startSession(location);
  if (session === "here") fetchFirstData();
  return session;
}
