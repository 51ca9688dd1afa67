import { QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { queryClient } from "../api/query-client.ts";
import { Toaster } from "../kit/toaster.tsx";
import { AntdTheme } from "./antd-theme.tsx";
import { Failures } from "./failures/failures.tsx";
import { Pages } from "./pages.tsx";
import type { Start } from "./start-shell.ts";

export function ShellRoot({ start }: { start: Start }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AntdTheme>
        <BrowserRouter>
          <Pages tree={start.tree} />
        </BrowserRouter>
        <Failures />
        <Toaster />
      </AntdTheme>
    </QueryClientProvider>
  );
}
