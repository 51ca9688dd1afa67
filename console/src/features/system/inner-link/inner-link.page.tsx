import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useRouteLink, useRouteTitle } from "../../../kit/route-metadata.tsx";

/** An address in the menu: a page of this console is shown, any other is offered. No frame holds a foreign page. */
export default function InnerLinkPage() {
  const { t } = useTranslation("system-inner-link");
  const link = useRouteLink();
  const title = useRouteTitle();
  const { pathname, search } = useLocation();
  const url = URL.canParse(link, location.origin) ? new URL(link, location.origin) : null;
  const isOurs = url?.origin === location.origin && !url.pathname.startsWith("/prod-api");
  if (isOurs)
    return (
      <Navigate
        to={`${url.pathname}${url.search}${url.hash}`}
        replace
        state={{ forwardedFrom: `${pathname}${search}` }}
      />
    );
  return (
    <PageFrame>
      <EmptyState
        icon={<ExternalLink size={32} strokeWidth={1.3} />}
        title={title}
        text={t("text")}
        action={
          url === null ? undefined : (
            <a href={url.href} target="_blank" rel="noreferrer">
              {t("open", { address: url.host === location.host ? url.pathname : url.host })}
            </a>
          )
        }
      />
    </PageFrame>
  );
}
