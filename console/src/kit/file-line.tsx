import "./files.css";
import { CircleAlert, Download, File as FileIcon, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type FileState, formatBytes, saveBlob } from "./file-state.ts";
import { IconButton } from "./icon-button.tsx";

/** A file in one line: name, size, and what can be done now: save it, or try again. */
export function FileLine({ file, name }: { file: FileState; name: string }) {
  const { t } = useTranslation("kit");
  return (
    <div className="file-line">
      {file.state === "failed" ? (
        <CircleAlert size={16} className="file-line-failed" aria-hidden="true" />
      ) : (
        <FileIcon size={16} aria-hidden="true" />
      )}
      <span className="file-line-name">{name}</span>
      <span className="file-line-note" role="status">
        {file.state === "ready" ? formatBytes(file.blob.size) : null}
        {file.state === "loading" ? t("loading") : null}
        {file.state === "failed" ? file.message || t("error.unknown") : null}
      </span>
      {file.state === "failed" ? (
        <IconButton label={t("file.again", { name })} onClick={file.retry}>
          <RefreshCw />
        </IconButton>
      ) : (
        <IconButton
          label={t("file.saveNamed", { name })}
          disabled={file.state === "loading"}
          busy={file.state === "loading"}
          onClick={() => file.state === "ready" && saveBlob(file.blob, file.name)}
        >
          <Download />
        </IconButton>
      )}
    </div>
  );
}
