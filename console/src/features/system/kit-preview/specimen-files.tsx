import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileLine } from "../../../kit/file-line.tsx";
import type { FileState } from "../../../kit/file-state.ts";
import { Picture } from "../../../kit/picture.tsx";

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><rect width="160" height="100" fill="#dbe7f3"/><path d="M0 70q20-14 40 0t40 0 40 0 40 0v30H0z" fill="#1f6fb2"/><circle cx="122" cy="28" r="12" fill="#f2b134"/></svg>';

/** Files and pictures in each of their states; what failed comes with the next try. */
export function SpecimenFiles() {
  const { t } = useTranslation("system-kit-preview");
  const [failed, setFailed] = useState(true);
  const ready = useMemo((): FileState => {
    return { state: "ready", blob: new Blob([drawing], { type: "image/svg+xml" }), name: "water.svg" };
  }, []);
  const loading: FileState = { state: "loading" };
  const tried: FileState = failed
    ? { state: "failed", message: t("error"), retry: () => setFailed(false) }
    : ready;
  return (
    <div className="kit-preview-files">
      <div className="kit-preview-row">
        <Picture file={ready} alt={t("picture")} width={160} height={100} />
        <Picture file={loading} alt={t("picture")} width={160} height={100} />
      </div>
      <FileLine file={ready} name="water.svg" />
      <FileLine file={loading} name="report.pdf" />
      <FileLine file={tried} name="snapshot.png" />
    </div>
  );
}
