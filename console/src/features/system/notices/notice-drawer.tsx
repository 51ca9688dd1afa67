import { listMyNotices, type ReceivedNotice } from "@tracewater/contract/system/notices";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Segmented from "antd/es/segmented";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { NoticeHtml } from "./notice-html.tsx";
import { readAllNotices, readNotice } from "./received.ts";
import { NoticeLine } from "./top-notices.tsx";

const atOnce = 20;

/** All notices that reach the user; one that is opened is read. */
export function NoticeDrawer(props: { first: number | null; onClose: () => void }) {
  const { t } = useTranslation("system-notices");
  const [shown, setShown] = useState<"all" | "unread">("all");
  const [limit, setLimit] = useState(atOnce);
  const [open, setOpen] = useState<number | null>(props.first);
  const query = { pageSize: limit, ...(shown === "unread" ? { unread: "0" as const } : {}) };
  const found = useApi(listMyNotices, { query }, { handled: true, keepPrevious: true });
  const { data } = found;
  return (
    <Drawer
      open
      size={520}
      title={t("bell.title")}
      onClose={props.onClose}
      classNames={{ body: "notice-drawer" }}
      extra={
        <Button type="link" onClick={() => void readAllNotices()}>
          {t("readAll")}
        </Button>
      }
    >
      <Segmented
        value={shown}
        options={(["all", "unread"] as const).map((value) => ({ value, label: t(`show.${value}`) }))}
        onChange={setShown}
      />
      {found.error !== null && data === undefined ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <Loading lines={6} />
      ) : data.rows.length === 0 ? (
        <EmptyState title={t("bell.empty")} />
      ) : (
        <>
          <ul className="notice-rows">
            {data.rows.map((notice) => (
              <li key={notice.noticeId}>
                <OpenableNotice
                  notice={notice}
                  isOpen={open === notice.noticeId}
                  onToggle={() => setOpen(open === notice.noticeId ? null : notice.noticeId)}
                />
              </li>
            ))}
          </ul>
          {data.total > data.rows.length ? (
            <Button block loading={found.isFetching} onClick={() => setLimit(limit + atOnce)}>
              {t("more")}
            </Button>
          ) : null}
        </>
      )}
    </Drawer>
  );
}

function OpenableNotice(props: { notice: ReceivedNotice; isOpen: boolean; onToggle: () => void }) {
  const { notice, isOpen } = props;
  return (
    <>
      <NoticeLine
        notice={notice}
        isOpen={isOpen}
        onOpen={() => {
          props.onToggle();
          if (!notice.isRead) void readNotice(notice.noticeId);
        }}
      />
      {isOpen ? <NoticeText notice={notice} /> : null}
    </>
  );
}

function NoticeText({ notice }: { notice: ReceivedNotice }) {
  const { t } = useTranslation("system-notices");
  return (
    <article className="notice-text-box">
      <NoticeHtml html={notice.noticeContent} />
      <footer>{t("publishedAt", { time: notice.publishTime })}</footer>
    </article>
  );
}
