import Button from "antd/es/button";
import { RotateCw, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { useDeviceTexts } from "../device-texts.ts";
import type { OpenDevice } from "../use-device.ts";
import { isOpen } from "./command-stations.ts";
import { RawPreview } from "./raw-preview.tsx";
import { SendOutcome } from "./send-outcome.tsx";
import type { useSend } from "./use-send.ts";
import { useSentCommand } from "./use-sent-command.ts";

type FootProps = {
  open: OpenDevice;
  send: ReturnType<typeof useSend>;
  method: string;
  children: ReactNode;
};

/**
 * The end of every send form: how far the last order has got, the button, and the message as it will travel. While the
 * order is under way it cannot be sent a second time.
 */
export function SendFoot({ open, send, method, children }: FootProps) {
  const { t } = useDeviceTexts();
  const sent = useSentCommand(open.device.id, send.data);
  const isUnderWay = sent !== undefined && isOpen(sent);
  return (
    <>
      <SendOutcome command={sent} error={send.error} open={open} />
      <Button
        type="primary"
        htmlType="submit"
        block
        loading={send.isPending}
        disabled={isUnderWay}
        icon={<Zap size={16} />}
      >
        {t("send.submit", { name: open.device.deviceName })}
      </Button>
      <RawPreview method={method}>{children}</RawPreview>
    </>
  );
}

/** In the place of a form whose order was sent: its stations, and the form again once it has ended. */
export function SentFoot({ open, send }: Pick<FootProps, "open" | "send">) {
  const { t } = useDeviceTexts();
  const sent = useSentCommand(open.device.id, send.data);
  const isUnderWay = sent !== undefined && isOpen(sent);
  return (
    <>
      <SendOutcome command={sent} error={null} open={open} />
      <Button block disabled={isUnderWay} icon={<RotateCw size={16} />} onClick={() => send.reset()}>
        {t("send.another")}
      </Button>
    </>
  );
}
