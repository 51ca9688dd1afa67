import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../kit/empty-state.tsx";
import { Loading } from "../../kit/loading.tsx";
import { useMenuTitle } from "../../kit/menu-title.ts";
import { PageFrame } from "../../kit/page-frame.tsx";
import { RouteMetadataProvider } from "../../kit/route-metadata.tsx";
import { Crash } from "./crash.tsx";
import { pageAt } from "./page-modules.ts";
import type { ShellPage } from "./shell-page.ts";

/** Draws a page with what the shell knows of its route; a page that this build does not have is named. */
export function PageHost({ page }: { page: ShellPage }) {
  const titleOf = useMenuTitle();
  const facts = {
    name: page.name,
    title: titleOf(page.title),
    query: page.query,
    link: page.link ?? "",
    children: page.tabs
      .filter((tab) => !tab.hidden)
      .map(({ name, title, path }) => ({ name, title: titleOf(title), path })),
  };
  return (
    <RouteMetadataProvider value={facts}>
      <Crash>
        <Suspense fallback={<Loading lines={6} />}>
          <PageOf component={page.component} />
        </Suspense>
      </Crash>
    </RouteMetadataProvider>
  );
}

/** Asks for the module again after a crash: one that could not be fetched may be there by now. */
function PageOf({ component }: { component: string }) {
  const Page = pageAt(component);
  return Page ? <Page /> : <MissingPage component={component} />;
}

function MissingPage({ component }: { component: string }) {
  const { t } = useTranslation("app");
  return (
    <PageFrame>
      <EmptyState
        title={t("missing.title")}
        text={
          <>
            {t("missing.text")} <code>{component}</code>
          </>
        }
      />
    </PageFrame>
  );
}
