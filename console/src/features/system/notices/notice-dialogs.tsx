import {
  listNoticeReaders,
  listNotices,
  type Notice,
  publishNotice,
  removeNotices,
} from "@tracewater/contract/system/notices";
import Drawer from "antd/es/drawer";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useLocalized } from "../../../kit/use-localized.ts";
import { ConfirmDialog } from "../../../resource/confirm-dialog.tsx";
import { NoticeForm } from "./notice-form.tsx";
import { NoticeHtml } from "./notice-html.tsx";
import { refreshReceived } from "./received.ts";

/** What is over the list. */
export type OpenNotice =
  | { kind: "form"; notice: Notice | null }
  | { kind: "view" | "publish" | "delete"; notice: Notice };

export function NoticeDialogs({ open, onClose }: { open: OpenNotice; onClose: () => void }) {
  switch (open.kind) {
    case "form":
      return <NoticeForm notice={open.notice} onClose={onClose} />;
    case "view":
      return <NoticeView notice={open.notice} onClose={onClose} />;
    case "publish":
      return <Publish notice={open.notice} onClose={onClose} />;
    case "delete":
      return <Delete notice={open.notice} onClose={onClose} />;
  }
}

type Props = { notice: Notice; onClose: () => void };

function Publish({ notice, onClose }: Props) {
  const { t } = useTranslation("system-notices");
  return (
    <ConfirmDialog
      call={publishNotice}
      input={{ body: { noticeId: notice.noticeId } }}
      title={t("publish.title")}
      submit={t("publish.submit")}
      danger={false}
      stale={[listNotices]}
      done={t("publish.done")}
      onDone={refreshReceived}
      onClose={onClose}
    >
      {t("publish.text", { name: notice.noticeTitle })}
    </ConfirmDialog>
  );
}

function Delete({ notice, onClose }: Props) {
  const { t } = useTranslation("system-notices");
  return (
    <ConfirmDialog
      call={removeNotices}
      input={{ params: { ids: String(notice.noticeId) } }}
      title={t("delete.title")}
      submit={t("delete.submit")}
      stale={[listNotices]}
      done={t("delete.done")}
      onDone={refreshReceived}
      onClose={onClose}
    >
      {t("delete.text", { name: notice.noticeTitle })}
    </ConfirmDialog>
  );
}

/** The notice as its readers see it, and who has read it. */
function NoticeView({ notice, onClose }: Props) {
  const { t } = useTranslation("system-notices");
  const query = { noticeId: notice.noticeId, pageSize: 100 };
  const readers = useApi(listNoticeReaders, { query }, { staleMs: 0 });
  const localized = useLocalized();
  const content = localized({ en: notice.noticeContent, zh: notice.noticeContentZh || notice.noticeContent });
  return (
    <Drawer
      open
      size={560}
      title={localized({ en: notice.noticeTitle, zh: notice.noticeTitleZh || notice.noticeTitle })}
      onClose={onClose}
    >
      <p className="notice-view-facts">
        {t(`type.${notice.noticeType}`)} · {notice.isProgram ? t("program") : notice.createBy} ·{" "}
        {notice.publishTime ?? t("draft")}
      </p>
      <NoticeHtml html={content} />
      {notice.status === "1" ? null : (
        <>
          <h3 className="notice-readers">
            {t("readers", { count: readers.data?.total ?? notice.readCount })}
          </h3>
          <ul className="notice-rows">
            {(readers.data?.rows ?? []).map((reader) => (
              <li key={reader.userId} className="notice-line">
                <span />
                <span className="notice-line-title">{reader.nickName}</span>
                <span className="notice-line-facts">
                  {[reader.deptName, reader.readTime].filter((part) => part !== "").join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}
