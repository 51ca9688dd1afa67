import Bowser from "bowser";

/**
 * The program and the system behind a User-Agent, as far as they say so: `Chrome 143`, `Android 15`. Empty where they do
 * not. Agents of Windows and macOS name one version for all newer ones, so theirs is left out (decision 0118).
 */
export function readAgent(agent: string): { browser: string; os: string } {
  if (agent === "") return { browser: "", os: "" };
  const { browser, os } = Bowser.parse(agent.slice(0, maxLength));
  return {
    browser: named(browser.name, browser.version) || leadingProduct(agent),
    os: /HarmonyOS;/.test(agent) ? "HarmonyOS" : named(os.name, frozen.has(os.name) ? undefined : os.version),
  };
}

/** Longer ones are no browser's. */
const maxLength = 500;

const frozen: ReadonlySet<string | undefined> = new Set(["Windows", "macOS", "Linux", "Chrome OS"]);

function named(name: string | undefined, version: string | undefined): string {
  const major = /^\d+/.exec(version ?? "")?.[0];
  return [name, major].filter((part) => part !== undefined && part !== "").join(" ");
}

/** A program names itself first: `curl/8.5.0`. */
function leadingProduct(agent: string): string {
  return /^(?!Mozilla\/)[\w.-]{1,40}(\/[\w.]{1,20})?/.exec(agent)?.[0].replace("/", " ") ?? "";
}
