import "./kit/tokens.css";
import "./kit/base.css";
import { createRoot } from "react-dom/client";
import { watchConnection } from "./api/connection.ts";
import { startI18n } from "./app/i18n/i18n.ts";
import { ShellRoot } from "./app/shell-root.tsx";
import { startShell } from "./app/start-shell.ts";
import { accentSteps } from "./kit/accent-steps.ts";
import { startAppearance } from "./kit/appearance.ts";
import { readLanguage, setDocumentLanguage } from "./kit/language.ts";

/** The shell entry: everything behind the log-in, and the few public pages that are not the log-in. */
setDocumentLanguage(readLanguage());
startAppearance(accentSteps);
watchConnection();

const root = document.getElementById("root");
const [start] = await Promise.all([startShell(location), startI18n()]);
if (root && start !== "leaving") createRoot(root).render(<ShellRoot start={start} />);
