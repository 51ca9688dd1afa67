import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDeviceTexts } from "../device-texts.ts";

/** The message as it will travel, on demand. */
export function RawPreview(props: { method: string; children: ReactNode }) {
  const { t } = useDeviceTexts();
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className="send-raw">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={16} />
        {t("send.raw")}
        <code>{props.method}</code>
      </button>
      {open ? props.children : null}
    </div>
  );
}
