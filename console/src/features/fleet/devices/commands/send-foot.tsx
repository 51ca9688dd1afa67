import Button from "antd/es/button";
import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import type { OpenDevice } from "../model/use-device.ts";
import { useWords } from "../model/words.ts";
import { RawPreview } from "./raw-preview.tsx";
import { SendOutcome } from "./send-outcome.tsx";
import type { useSend } from "./use-send.ts";

/** The end of every send form: what came of the last order, the button, and the message as it will travel. */
export function SendFoot(props: {
  open: OpenDevice;
  send: ReturnType<typeof useSend>;
  method: string;
  children: ReactNode;
}) {
  const { open, send } = props;
  const { t } = useWords();
  return (
    <>
      <SendOutcome
        command={send.data}
        error={send.error}
        online={open.device.connection.state === "online"}
      />
      <Button type="primary" htmlType="submit" block loading={send.isPending} icon={<Zap size={16} />}>
        {t("send.submit", { name: open.device.deviceName })}
      </Button>
      <RawPreview method={props.method}>{props.children}</RawPreview>
    </>
  );
}
