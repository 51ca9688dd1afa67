import "./files.css";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorBox } from "./error-box.tsx";
import { type FileState, saveBlob } from "./file-state.ts";

/** A picture in a frame that has its place from the beginning; a click shows it large, with a way to save it. */
export function Picture(props: { file: FileState; alt: string; width: number; height: number }) {
  const { file, alt, width, height } = props;
  const { t } = useTranslation("kit");
  const [open, setOpen] = useState(false);
  const address = useAddress(file.state === "ready" ? file.blob : null);
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
        onClick={() => setOpen(true)}
      >
        <img src={address} alt={alt} width={width} height={height} />
      </button>
      <Modal
        open={open}
        centered
        width="min(1200px, calc(100vw - 32px))"
        title={alt}
        onCancel={() => setOpen(false)}
        footer={
          <Button icon={<Download size={15} />} onClick={() => saveBlob(file.blob, file.name)}>
            {t("file.save")}
          </Button>
        }
        destroyOnHidden
      >
        <img className="picture-large" src={address} alt={alt} />
      </Modal>
    </>
  );
}

/** The browser's address of what is in memory; given up with the part that shows it. */
function useAddress(blob: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return address;
}
