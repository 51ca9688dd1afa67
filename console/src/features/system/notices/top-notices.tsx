import type { UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf } from "@tracewater/contract/call";
import type { listTopNotices, ReceivedNotice } from "@tracewater/contract/system/notices";
import Button from "antd/es/button";
import { useTranslation } from "react-i18next";
import { Age } from "../../../kit/age.tsx";
import { readAllNotices } from "./received.ts";

/** The newest five under the bell. */
export function TopNotices(props: {
  found: Pick<UseQueryResult<ReplyOf<typeof listTopNotices>>, "data" | "isError">;
  onOpen: (noticeId: number | null) => void;
}) {
  const { t } = useTranslation("system-notices");
  const { data, isError } = props.found;
  const notices = data?.data ?? [];
  return (
    <section className="bell-panel" aria-label={t("bell.title")}>
      <header className="bell-head">
        <strong>{t("bell.title")}</strong>
        <Button
          type="link"
          size="small"
          disabled={(data?.unreadCount ?? 0) === 0}
          onClick={() => void readAllNotices()}
        >
          {t("readAll")}
        </Button>
      </header>
      {notices.length === 0 ? (
        <p className="bell-none">{t(isError ? "bell.failed" : "bell.empty")}</p>
      ) : (
        <ul className="bell-list">
          {notices.map((notice) => (
            <li key={notice.noticeId}>
              <NoticeLine notice={notice} onOpen={() => props.onOpen(notice.noticeId)} />
            </li>
          ))}
        </ul>
      )}
      <footer className="bell-foot">
        <Button type="text" block onClick={() => props.onOpen(null)}>
          {t("bell.all")}
        </Button>
      </footer>
    </section>
  );
}

/** A notice in one line, a dot before what is unread. */
export function NoticeLine(props: { notice: ReceivedNotice; isOpen?: boolean; onOpen: () => void }) {
  const { t } = useTranslation("system-notices");
  const { notice } = props;
  return (
    <button
      type="button"
      className={notice.isRead ? "notice-line" : "notice-line notice-line-unread"}
      aria-expanded={props.isOpen}
      onClick={props.onOpen}
    >
      <span className="notice-dot" aria-hidden="true" />
      <span className="notice-line-title">
        {notice.isRead ? null : <span className="visually-hidden">{t("unread")}</span>}
        {notice.noticeTitle}
      </span>
      <span className="notice-line-facts">
        {t(`type.${notice.noticeType}`)} · {notice.createBy === "" ? t("program") : notice.createBy} ·{" "}
        <Age at={notice.publishedAt} />
      </span>
    </button>
  );
}
