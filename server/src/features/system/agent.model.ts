/**
 * The program and the system behind a User-Agent, as far as it reports: `Chrome 131`, `Windows 10`. Empty where it
 * does not.
 */
export function readAgent(agent: string): { browser: string; os: string } {
  return { browser: firstOf(browsers, agent), os: firstOf(systems, agent) };
}

type Sign = readonly [name: string, sign: RegExp];

/** In this order: each of the later ones is in the agents of earlier ones too. */
const browsers: readonly Sign[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\b(?:OPR|Opera)\/(\d+)/],
  ["WeChat", /\bMicroMessenger\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
  ["curl", /^curl\/(\d+)/],
  ["Python", /^python-(?:requests|httpx|urllib3?)\/(\d+)/i],
  ["Node.js", /^(?:node|undici)\b\/?(\d+)?/],
];

const systems: readonly Sign[] = [
  ["HarmonyOS", /\b(?:HarmonyOS|OpenHarmony)[ /]?(\d+)?/],
  ["Android", /\bAndroid (\d+)/],
  ["iOS", /\b(?:iPhone OS|CPU OS) (\d+)/],
  ["Windows", /\bWindows NT (\d+)/],
  ["macOS", /\bMac OS X (\d+)/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

function firstOf(signs: readonly Sign[], agent: string): string {
  for (const [name, sign] of signs) {
    const found = sign.exec(agent);
    if (found !== null) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return "";
}
