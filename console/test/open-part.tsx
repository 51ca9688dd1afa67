/** Draws a part of the console as the shell does: with its providers, its address, its texts and a session. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { getInfo } from "@tracewater/contract/system/session";
import ConfigProvider from "antd/es/config-provider";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { queryClient } from "../src/api/query-client.ts";
import { loadSession } from "../src/api/session.ts";
import { writeToken } from "../src/api/token.ts";
import { Failures } from "../src/app/failures/failures.tsx";
import { changeTexts, loadFeatureTexts } from "../src/app/i18n/i18n.ts";
import { AntdTheme } from "../src/kit/antd-theme.tsx";
import type { Language } from "../src/kit/language.ts";
import { TabMovesOn } from "../src/kit/tab-moves-on.tsx";
import { Toaster } from "../src/kit/toaster.tsx";
import { server } from "./fake-server.ts";

type Surroundings = {
  /** The folder below `features` whose words are loaded, as they are before its page. */
  feature?: string;
  /** The address at which it is opened. */
  at?: string;
  permissions?: readonly string[];
  language?: Language;
};

export async function openPart(part: ReactNode, around: Surroundings = {}): Promise<void> {
  const { feature, at = "/", permissions = ["*:*:*"], language = "en" } = around;
  if (language !== "en") await changeTexts(language);
  if (feature !== undefined) await loadFeatureTexts(feature);
  await logIn(permissions);
  history.replaceState(null, "", at);
  render(
    <QueryClientProvider client={queryClient}>
      <AntdTheme>
        {/* No styles: nothing is painted here, and jsdom would apply every rule to every element it is asked about. */}
        <ConfigProvider theme={{ zeroRuntime: true }}>
          <TabMovesOn>
            <BrowserRouter>{part}</BrowserRouter>
            <Failures />
            <Toaster />
          </TabMovesOn>
        </ConfigProvider>
      </AntdTheme>
    </QueryClientProvider>,
  );
}

async function logIn(permissions: readonly string[]): Promise<void> {
  const user = {
    userId: 7,
    userName: "olga",
    nickName: "Olga",
    avatar: "",
    avatarUrl: "",
    deptId: 2,
    deptName: "",
  };
  server.answer(getInfo, {
    user,
    roles: ["operator"],
    permissions: [...permissions],
    mustChangePassword: false,
    missingFactor: "none",
    isDefaultModifyPwd: false,
    isPasswordExpired: false,
  });
  writeToken("a-token");
  await loadSession();
}
