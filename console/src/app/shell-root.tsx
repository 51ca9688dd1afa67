import { QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { queryClient } from "../api/query-client.ts";
import { AntdTheme } from "../kit/antd-theme.tsx";
import { TabMovesOn } from "../kit/tab-moves-on.tsx";
import { Toaster } from "../kit/toaster.tsx";
import { Failures } from "./failures/failures.tsx";
import { Pages } from "./pages.tsx";
import type { Start } from "./start-shell.ts";

export function ShellRoot({ start }: { start: Start }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AntdTheme>
        <TabMovesOn>
          <BrowserRouter>
            <Pages start={start} />
          </BrowserRouter>
          <Failures />
          <Toaster />
        </TabMovesOn>
      </AntdTheme>
    </QueryClientProvider>
  );
}
