import "./notices.css";
import { listTopNotices } from "@tracewater/contract/system/notices";
import { Bell as BellIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLive } from "../../../api/live.ts";
import { useApi } from "../../../api/use-api.ts";
import { Bell } from "../../../kit/bell.tsx";
import { readNotice, refreshReceived } from "./received.ts";
import { TopNotices } from "./top-notices.tsx";

const NoticeDrawer = lazy(() => import("./notice-drawer.tsx").then((m) => ({ default: m.NoticeDrawer })));
const everyMs = 60_000;
const noTopics: readonly string[] = [];

/** What is new for the user: how many notices they have not read, the newest five, and all of them next to. */
export function NoticeBell() {
  const { t, i18n } = useTranslation("system-notices");
  // The language is in the answer, so each language has its own.
  const top = useApi(listTopNotices, {}, { everyMs, silent: true });
  const [open, setOpen] = useState(false);
  const [drawer, setDrawer] = useState<{ noticeId: number | null } | null>(null);
  useLive(noTopics, (event) => {
    if (event.type === "notice") refreshReceived();
  });
  const unread = top.data?.unreadCount ?? 0;
  const show = (noticeId: number | null) => {
    setOpen(false);
    setDrawer({ noticeId });
    if (noticeId !== null) void readNotice(noticeId);
  };
  return (
    <>
      <Bell
        icon={<BellIcon />}
        label={unread > 0 ? t("bell.unread", { count: unread }) : t("bell.none")}
        count={unread}
        open={open}
        onOpenChange={setOpen}
      >
        <TopNotices key={i18n.language} found={top} onOpen={show} />
      </Bell>
      <Suspense>
        {drawer === null ? null : <NoticeDrawer first={drawer.noticeId} onClose={() => setDrawer(null)} />}
      </Suspense>
    </>
  );
}
