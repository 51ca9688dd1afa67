/** What a user agent's line says to people: the browser with its main version, and the system beneath it. */
export function readAgent(agent: string): { browser: string; os: string } {
  return { browser: browserOf(agent), os: systemOf(agent) };
}

/** In the order in which they have to be looked for: each of them also names those below it. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["WeChat", /MicroMessenger\/(\d+)/],
  ["Edge", /Edg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /OPR\/(\d+)/],
  ["Firefox", /(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:Chrome|CriOS)\/(\d+)/],
  ["Safari", /Version\/(\d+)[^ ]* (?:Mobile\/\w+ )?Safari\//],
];

function browserOf(agent: string): string {
  for (const [name, pattern] of browsers) {
    const found = pattern.exec(agent);
    if (found !== null) return `${name} ${found[1]}`;
  }
  // A program names itself first: `curl/8.5.0`.
  return /^[\w.-]{1,40}(\/[\w.]{1,20})?/.exec(agent)?.[0].replace("/", " ") ?? "";
}

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["HarmonyOS", /HarmonyOS|OpenHarmony/],
  ["Android", /Android/],
  ["iOS", /iPhone|iPad|iPod/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh|Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

function systemOf(agent: string): string {
  return systems.find(([, pattern]) => pattern.test(agent))?.[0] ?? "";
}
