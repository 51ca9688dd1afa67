import "./files.css";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorBox } from "./error-box.tsx";
import { type FileState, saveBlob } from "./file-state.ts";
import { useBlobAddress } from "./use-blob-address.ts";

/** A picture in a frame that has its place from the beginning; a click shows it large, with a way to save it. */
export function Picture(props: {
  file: FileState;
  /** The picture in full where `file` is a smaller one; `onOpen` shows when it is wanted. */
  full?: FileState;
  onOpen?: () => void;
  alt: string;
  width: number;
  height: number;
}) {
  const { file, full = file, alt, width, height } = props;
  const { t } = useTranslation("kit");
  const [open, setOpen] = useState(false);
  const address = useBlobAddress(file.state === "ready" ? file.blob : null);
  const whole = useBlobAddress(full.state === "ready" ? full.blob : null);
  if (file.state === "failed") {
    return (
      <div className="picture picture-failed" style={{ minWidth: width, minHeight: height }}>
        <ErrorBox error={file} onRetry={file.retry} />
      </div>
    );
  }
  if (file.state === "loading" || address === null) {
    return (
      <div
        className="picture loading-bar"
        style={{ width, height }}
        role="status"
        aria-label={t("loading")}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        className="picture"
        aria-label={t("picture.enlarge", { name: alt })}
        onClick={() => {
          props.onOpen?.();
          setOpen(true);
        }}
      >
        <img src={address} alt={alt} width={width} height={height} />
      </button>
      <Modal
        open={open}
        centered
        width="min(1200px, calc(100vw - 32px))"
        title={alt}
        mask={{ closable: true }}
        onCancel={() => setOpen(false)}
        footer={
          <Button
            icon={<Download size={15} />}
            loading={full.state === "loading"}
            onClick={() => full.state === "ready" && saveBlob(full.blob, full.name)}
          >
            {t("file.save")}
          </Button>
        }
        destroyOnHidden
      >
        {full.state === "failed" ? <ErrorBox error={full} onRetry={full.retry} /> : null}
        <img className="picture-large" src={whole ?? address} alt={alt} />
      </Modal>
    </>
  );
}
