import {
  alarmRules,
  exportAlarmRulesJson,
  importAlarmRulesJson,
} from "@tracewater/contract/fleet/alarm-rules";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import { Braces } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../api/use-api.ts";
import { useIsPhone } from "../../../kit/phone.ts";
import { showToast } from "../../../kit/toasts.ts";

/** Rules as JSON, out and in: for a copy of them on another platform. */
export function RuleFiles() {
  const { t } = useTranslation("fleet-alarms");
  const session = useSession();
  const isPhone = useIsPhone();
  const input = useRef<HTMLInputElement>(null);
  const out = useApiMutation(exportAlarmRulesJson);
  const take = useApiMutation(importAlarmRulesJson);
  const mayExport = hasPermission("alarm:rule:export", session);
  const mayImport = hasPermission("alarm:rule:import", session);
  if (!mayExport && !mayImport) return null;
  const save = () =>
    out.mutate({}, { onSuccess: ({ data }) => saveText(JSON.stringify(data, null, 2), "alarm-rules.json") });
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const rules = readRules(await file.text());
    if (rules === null) {
      showToast({ tone: "error", text: t("json.noRules") });
      return;
    }
    take.mutate(
      { body: { rules, updateSupport: true } },
      {
        onSuccess: ({ data }) => {
          void invalidate(alarmRules.calls.list);
          showToast({ tone: "success", text: t("json.done", data) });
        },
      },
    );
  };
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            ...(mayExport ? [{ key: "out", label: t("json.export"), onClick: save }] : []),
            ...(mayImport
              ? [{ key: "in", label: t("json.import"), onClick: () => input.current?.click() }]
              : []),
          ],
        }}
      >
        <Button icon={<Braces size={15} />} aria-label="JSON" loading={out.isPending || take.isPending}>
          {isPhone ? null : "JSON"}
        </Button>
      </Dropdown>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </>
  );
}

/** The rules of a file; null where it holds none. What is wrong with one of them the server says by its place. */
function readRules(text: string) {
  try {
    const found = importAlarmRulesJson.body.safeParse(JSON.parse(text));
    return found.success ? found.data.rules : null;
  } catch {
    return null; // no JSON at all
  }
}

function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
