import "./print-dialog.css";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** A sheet as it will be printed. On paper it is alone, while this is open and no longer. */
export function PrintDialog(props: {
  title: string;
  width: number;
  closeText: string;
  printText: string;
  onClose: () => void;
  /** It is shown once: a stray click or key does not close it. */
  isOnce?: boolean;
  /** What is chosen over the sheet and is not printed. */
  before?: ReactNode;
  /** The sheet; drawn twice, on the screen and for the paper. */
  children: ReactNode;
}) {
  const { onClose, children, isOnce = false } = props;
  return (
    <Modal
      open
      centered
      width={props.width}
      title={props.title}
      mask={{ closable: !isOnce }}
      keyboard={!isOnce}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {props.closeText}
        </Button>,
        <Button key="print" type="primary" icon={<Printer size={16} />} onClick={() => window.print()}>
          {props.printText}
        </Button>,
      ]}
    >
      {props.before}
      <div className="print-preview">{children}</div>
      {/* What goes to paper is next to the application: print hides all else. */}
      {createPortal(
        <div className="print-paper" aria-hidden="true">
          {children}
        </div>,
        document.body,
      )}
    </Modal>
  );
}
