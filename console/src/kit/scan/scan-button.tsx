import "./scan-button.css";
import { Camera } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../icon-button.tsx";

const CameraDialog = lazy(async () => ({ default: (await import("./camera-dialog.tsx")).CameraDialog }));

/** Reads a code with the camera, for those who hold a phone and no scanner. */
export function ScanButton(props: {
  label: string;
  /** The dialog stays for the next code. */
  many?: boolean;
  onCode: (code: string) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton className="camera-open" label={props.label} onClick={() => setOpen(true)}>
        <Camera />
      </IconButton>
      {open ? (
        <Suspense>
          <CameraDialog
            title={props.label}
            many={props.many ?? false}
            onCode={props.onCode}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
