import { listDepts } from "@tracewater/contract/system/dept";
import { getDictEntries } from "@tracewater/contract/system/dict-data";
import { addNotice } from "@tracewater/contract/system/notices";
import { testDialogManners } from "../../../../test/dialog-manners.tsx";
import { server } from "../../../../test/fake-server.ts";
import { fill } from "../../../../test/hands.ts";
import { unit } from "../../../../test/records.ts";
import { NoticeForm } from "./notice-form.tsx";

testDialogManners({
  name: "notice form",
  feature: "system/notices",
  part: (onClose) => <NoticeForm notice={null} onClose={onClose} />,
  prepare: () => {
    server.answer(listDepts, { data: [unit] });
    server.answer(getDictEntries, { data: [] });
  },
  fill: () => {
    fill("Title", "Maintenance on Sunday");
    fill("Title (Chinese)", "周日维护");
  },
  submit: "Save",
  call: addNotice,
  reply: { data: { id: 3 } },
  sent: {
    body: {
      noticeTitle: "Maintenance on Sunday",
      noticeTitleZh: "周日维护",
      noticeType: "1",
      noticeContent: "",
      noticeContentZh: "",
      audience: "all",
      unitIds: [],
      status: "0",
    },
  },
  said: "Notice saved",
  missing: { label: "Title", says: "Enter a title" },
  refused: { at: "noticeTitle", label: "Title" },
});
