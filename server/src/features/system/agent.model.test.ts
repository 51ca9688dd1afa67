import { expect, test } from "vitest";
import { readAgent } from "./agent.model.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`,
    "Chrome 143",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/143.0 Safari/537.36 Edg/143.0`,
    "Microsoft Edge 143",
    "Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140", "Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari 18",
    "iOS 18",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50`,
    "WeChat 8",
    "Android 15",
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; HarmonyOS; ELS-AN00) ${webkit} Chrome/99.0 HuaweiBrowser/14.0 Mobile Safari/537.36`,
    "Chrome 99",
    "HarmonyOS",
  ],
  ["curl/8.5.0", "curl 8.5.0", ""],
  ["python-requests/2.32", "python-requests 2.32", ""],
  ["", "", ""],
])("the agent %s is reported as %s on %s", (agent, browser, os) => {
  expect(readAgent(agent)).toEqual({ browser, os });
});
