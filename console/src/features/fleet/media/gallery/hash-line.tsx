import Tooltip from "antd/es/tooltip";
import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../../kit/icon-button.tsx";

/** A SHA-256: its beginning and end, the whole of it on a tooltip and for the clipboard. */
export function HashLine({ hash }: { hash: string }) {
  const { t } = useTranslation("fleet-media");
  return (
    <div className="media-hash">
      <span className="record-quiet">SHA-256</span>
      <Tooltip title={<span className="media-hash-whole">{hash}</span>}>
        <code>
          {hash.slice(0, 8)}…{hash.slice(-8)}
        </code>
      </Tooltip>
      <IconButton label={t("copyHash")} onClick={() => void navigator.clipboard?.writeText(hash)}>
        <Copy size={13} />
      </IconButton>
    </div>
  );
}
