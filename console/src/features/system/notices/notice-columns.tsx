import type { Notice } from "@tracewater/contract/system/notices";
import { Pencil, Send, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { actionsColumn, type Column } from "../../../kit/data-table/column.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { RowMenu } from "../../../kit/row-menu.tsx";
import { useLocalized } from "../../../kit/use-localized.ts";
import { DictTag } from "../../../pickers/dict-tag.tsx";
import type { OpenNotice } from "./notice-dialogs.tsx";

type Open = (open: OpenNotice) => void;

export function useNoticeColumns(onOpen: Open): Column<Notice>[] {
  const { t } = useTranslation("system-notices");
  const titleOf = useTitle();
  const audienceOf = useAudience();
  return [
    {
      id: "noticeTitle",
      label: t("field.noticeTitle"),
      width: 320,
      flexible: true,
      required: true,
      cell: (notice) => (
        <button
          type="button"
          className="notice-title-button"
          onClick={() => onOpen({ kind: "view", notice })}
        >
          {titleOf(notice)}
        </button>
      ),
    },
    {
      id: "noticeType",
      label: t("field.noticeType"),
      width: 120,
      cell: (notice) => <DictTag type="sys_notice_type" value={notice.noticeType} />,
    },
    {
      id: "status",
      label: t("field.status"),
      width: 110,
      cell: (notice) => <DictTag type="sys_notice_status" value={notice.status} />,
    },
    { id: "audience", label: t("field.audience"), width: 140, flexible: true, cell: audienceOf },
    {
      id: "createBy",
      label: t("field.createBy"),
      width: 110,
      flexible: true,
      cell: (notice) => (notice.isProgram ? t("program") : notice.createBy),
    },
    {
      id: "publishTime",
      label: t("field.publishTime"),
      width: 164,
      cell: (notice) => notice.publishTime ?? "—",
    },
    {
      ...{ id: "createTime", label: t("field.createTime"), width: 170, hiddenAtFirst: true },
      cell: (notice) => notice.createTime,
    },
    {
      id: "readCount",
      label: t("field.readCount"),
      width: 84,
      align: "right",
      cell: (notice) => <Quantity value={notice.readCount} digits={0} />,
    },
    actionsColumn(t("actions"), 138, (notice) => <Actions notice={notice} onOpen={onOpen} />),
  ];
}

/** A notice on a phone. */
export function NoticeCard({ notice, onOpen }: { notice: Notice; onOpen: Open }) {
  const { t } = useTranslation("system-notices");
  const titleOf = useTitle();
  const audienceOf = useAudience();
  return (
    <div className="resource-phone-card">
      <div className="notice-card">
        <button
          type="button"
          className="notice-title-button"
          onClick={() => onOpen({ kind: "view", notice })}
        >
          {titleOf(notice)}
        </button>
        <DictTag type="sys_notice_status" value={notice.status} />
        <span>
          {t(`type.${notice.noticeType}`)} · {audienceOf(notice)}
        </span>
      </div>
      <Actions notice={notice} onOpen={onOpen} />
    </div>
  );
}

function Actions({ notice, onOpen }: { notice: Notice; onOpen: Open }) {
  const { t } = useTranslation("system-notices");
  const name = useTitle()(notice);
  return (
    <span className="resource-row-actions">
      {notice.status === "1" ? (
        <Allowed to="system:notice:edit">
          <IconButton label={t("publishOne", { name })} onClick={() => onOpen({ kind: "publish", notice })}>
            <Send />
          </IconButton>
        </Allowed>
      ) : null}
      <Allowed to="system:notice:edit">
        <IconButton
          label={t("changeOne", { name })}
          opensRow
          onClick={() => onOpen({ kind: "form", notice })}
        >
          <Pencil />
        </IconButton>
      </Allowed>
      <Allowed to="system:notice:remove">
        <RowMenu
          name={name}
          items={[
            {
              ...{ key: "delete", icon: <Trash2 size={16} />, danger: true },
              label: t("deleteOne", { name }),
              onClick: () => onOpen({ kind: "delete", notice }),
            },
          ]}
        />
      </Allowed>
    </span>
  );
}

function useTitle(): (notice: Notice) => string {
  const localized = useLocalized();
  return (notice) => localized({ en: notice.noticeTitle, zh: notice.noticeTitleZh || notice.noticeTitle });
}

function useAudience(): (notice: Notice) => string {
  const { t } = useTranslation("system-notices");
  return ({ audience, unitNames }) =>
    audience === "units" ? unitNames.join(t("comma")) : t(`audience.${audience}`);
}
