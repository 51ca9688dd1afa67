/** Before each file: a page, the texts, and the fake server in place of the line. After each test all is cleared. */
import { cleanup, configure } from "@testing-library/react";
import { getInfo } from "@tracewater/contract/system/session";
import i18next from "i18next";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { isAway, watchConnection } from "../src/api/connection.ts";
import { queryClient } from "../src/api/query-client.ts";
import { clearSession } from "../src/api/session.ts";
import { changeTexts, startI18n } from "../src/app/i18n/i18n.ts";
import { closeToast, readToasts } from "../src/kit/toasts.ts";
import { fillBrowserGaps } from "./browser-gaps.ts";
import { fakeFetch, note, resetServer, server } from "./fake-server.ts";

fillBrowserGaps();
// What is hidden is not drawn here at all, and to look for hidden things costs a style of each element.
configure({ defaultHidden: true, asyncUtilTimeout: 5000 });
if (!i18next.isInitialized) {
  watchConnection();
  await startI18n();
  i18next.options.saveMissing = true;
  i18next.on("missingKey", (_, namespace, key) => note(`there is no text ${namespace}:${key}`));
}

/** A field that grows with its text measures it, and here is nothing to measure; `<search>` is too new. */
const jsdomGaps = [/`NaN` is an invalid value .* height$/, /The tag <%s> is unrecognized .* search$/];

beforeEach(() => {
  globalThis.fetch = fakeFetch as typeof fetch;
  console.error = (...said: unknown[]) => {
    const text = said.map(String).join(" ");
    if (!jsdomGaps.some((gap) => gap.test(text))) note(`the console says: ${text}`);
  };
});

afterEach(async () => {
  cleanup();
  await reconnect();
  queryClient.clear();
  clearSession();
  for (const { id } of readToasts()) closeToast(id);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  if (i18next.language !== "en") await changeTexts("en");
  expect(resetServer()).toEqual([]);
});

/** A line that a test broke is looked after until it holds again: here it does at once. */
async function reconnect(): Promise<void> {
  if (!isAway()) return;
  server.fail(getInfo, 401);
  dispatchEvent(new Event("online"));
  await vi.waitUntil(() => !isAway());
}
