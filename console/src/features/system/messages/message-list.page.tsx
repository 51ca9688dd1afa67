import "./messages.css";
import { getMessageChannels, listMessageLog, type Message } from "@tracewater/contract/system/messages";
import Button from "antd/es/button";
import { Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApi } from "../../../api/use-api.ts";
import type { Column } from "../../../kit/data-table/column.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { State } from "../../../kit/state.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { QueryTable } from "../../../resource/query-table.tsx";
import { ChannelStates } from "./channel-states.tsx";
import { MessageDrawer } from "./message-drawer.tsx";
import { MessageSearch, messageFilters } from "./message-search.tsx";
import { TestMessageForm } from "./test-message-form.tsx";
import { useTopicLabel } from "./topic-label.ts";

/** What people were sent by mail and text message, how it ended, and what the ways lack. */
export default function MessageListPage() {
  return (
    <PermittedPage to="system:message:list">
      <MessageList />
    </PermittedPage>
  );
}

function MessageList() {
  const { t } = useTranslation("system-messages");
  const list = useUrlFilters(messageFilters);
  const [open, setOpen] = useState<Message | null>(null);
  const [testing, setTesting] = useState(false);
  const channels = useApi(getMessageChannels, {});
  const found = useApi(
    listMessageLog,
    { query: list.query },
    { keepPrevious: true, handled: true, everyMs: 15_000 },
  );
  return (
    <QueryTable
      list={list}
      found={found}
      search={MessageSearch}
      above={channels.data === undefined ? null : <ChannelStates channels={channels.data.data} />}
      actions={
        <Allowed to="system:message:test">
          <Button type="primary" icon={<Send size={16} />} onClick={() => setTesting(true)}>
            {t("test.open")}
          </Button>
        </Allowed>
      }
      id="messages"
      columns={useColumns()}
      rowKey={(row) => String(row.messageId)}
      onRowClick={setOpen}
      empty={
        <EmptyState
          title={t(list.isFiltered ? "none.found" : "none.title")}
          text={list.isFiltered ? "" : t("none.text")}
        />
      }
      cards={(row) => <MessageCard row={row} onOpen={setOpen} />}
      more={found.data?.isMore ? t("more", { total: found.data.total }) : null}
    >
      {open === null ? null : <MessageDrawer message={open} onClose={() => setOpen(null)} />}
      {testing ? <TestMessageForm onClose={() => setTesting(false)} /> : null}
    </QueryTable>
  );
}

function useColumns(): Column<Message>[] {
  const { t } = useTranslation("system-messages");
  const topicOf = useTopicLabel();
  return [
    {
      id: "at",
      label: t("column.at"),
      width: 168,
      cell: (row) => <span className="num">{formatMoment(row.at)}</span>,
    },
    { id: "channel", label: t("column.channel"), width: 120, cell: (row) => t(`channel.${row.channel}`) },
    {
      id: "address",
      label: t("column.address"),
      width: 220,
      required: true,
      cell: (row) => <span className="code">{row.address}</span>,
    },
    { id: "topic", label: t("column.topic"), width: 190, cell: (row) => topicOf(row.topic) },
    { id: "subject", label: t("column.subject"), width: 280, cell: (row) => row.subject || "—" },
    {
      id: "state",
      label: t("column.state"),
      width: 130,
      required: true,
      cell: (row) => <MessageState row={row} />,
    },
    { id: "error", label: t("column.error"), width: 260, cell: (row) => row.error || "—" },
  ];
}

function MessageState({ row }: { row: Message }) {
  const { t } = useTranslation("system-messages");
  const tone = row.state === "sent" ? "ok" : row.state === "failed" ? "critical" : "warn";
  return <State tone={tone} label={t(`state.${row.state}`)} />;
}

function MessageCard({ row, onOpen }: { row: Message; onOpen: (row: Message) => void }) {
  const { t } = useTranslation("system-messages");
  const topicOf = useTopicLabel();
  return (
    <button type="button" className="message-card record-card" onClick={() => onOpen(row)}>
      <span className="record-line">
        <strong className="code">{row.address}</strong>
        <MessageState row={row} />
      </span>
      <span className="record-line record-quiet">
        <span>
          {t(`channel.${row.channel}`)} · {topicOf(row.topic)}
        </span>
        <span className="num">{formatMoment(row.at)}</span>
      </span>
      {row.error === "" ? null : <span className="message-fault">{row.error}</span>}
    </button>
  );
}
