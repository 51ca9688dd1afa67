import { useMutation } from "@tanstack/react-query";
import type { AnyCall, CallInput } from "@tracewater/contract/call";
import Button from "antd/es/button";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../api/allowed.tsx";
import type { ApiError } from "../api/api-error.ts";
import { saveFile } from "../api/file-calls.ts";
import { useIsPhone } from "../kit/phone.ts";

/** Saves what a list shows as a spreadsheet, for those who may; a phone has room for its drawing alone. */
export function ExportButton<C extends AnyCall>(props: {
  to: string;
  call: C;
  input: CallInput<C>;
  /** Where a page has several of them. */
  label?: string;
}) {
  const { t } = useTranslation("resource");
  const isPhone = useIsPhone();
  const save = useMutation<void, ApiError>({ mutationFn: () => saveFile(props.call, props.input) });
  const label = save.isPending ? t("exporting") : (props.label ?? t("export"));
  return (
    <Allowed to={props.to}>
      <Button
        icon={<Download size={15} />}
        aria-label={label}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {isPhone ? null : label}
      </Button>
    </Allowed>
  );
}
