import "./qr-confirm.css";
import {
  confirmQrLogIn,
  type QrAsker,
  refuseQrLogIn,
  scanQrLogIn,
} from "@tracewater/contract/system/qr-log-in";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useSession } from "../../../api/session.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { Mark } from "../../../kit/mark.tsx";
import { formatMoment } from "../../../kit/moment.ts";

/** On the phone: who asks to log in by the QR code, and the two digits that let them in. */
export default function QrConfirmPage() {
  const { t } = useTranslation("system-qr-log-in");
  const { uuid = "" } = useParams();
  const [ending, setEnding] = useState<"confirmed" | "refused" | null>(null);
  const scan = useApiMutation(scanQrLogIn, { handled: true });
  const begin = useEffectEvent(() => scan.mutate({ body: { uuid } }));
  useEffect(() => begin(), []);
  return (
    <div className="qr-page">
      <p className="qr-brand">
        <Mark size={26} /> Tracewater
      </p>
      <h1>{t("title")}</h1>
      {ending !== null ? (
        <EmptyState
          icon={ending === "confirmed" ? <CircleCheck size={36} /> : <CircleX size={36} />}
          title={t(`${ending}.title`)}
          text={t(`${ending}.text`)}
          action={<Link to="/index">{t("home")}</Link>}
        />
      ) : scan.data !== undefined ? (
        <Asker uuid={uuid} asker={scan.data.data} onEnd={setEnding} />
      ) : scan.error === null ? (
        <Loading lines={5} />
      ) : (
        <EmptyState
          icon={<TriangleAlert size={34} strokeWidth={1.3} />}
          title={t("cannot")}
          text={scan.error.message}
          action={<Link to="/index">{t("home")}</Link>}
        />
      )}
    </div>
  );
}

function Asker(props: { uuid: string; asker: QrAsker; onEnd: (ending: "confirmed" | "refused") => void }) {
  const { t } = useTranslation("system-qr-log-in");
  const { uuid, asker } = props;
  const [digits, setDigits] = useState("");
  const digitsId = useId();
  const confirm = useApiMutation(confirmQrLogIn, { handled: true });
  const refuse = useApiMutation(refuseQrLogIn, { handled: true });
  const fault = confirm.error ?? refuse.error;
  return (
    <form
      className="qr-card"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate({ body: { uuid, digits } }, { onSuccess: () => props.onEnd("confirmed") });
      }}
    >
      <AskerFacts asker={asker} />
      <div className="qr-digits">
        <label htmlFor={digitsId}>{t("digits")}</label>
        <Input
          id={digitsId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={digits}
          onChange={(event) => setDigits(event.target.value.replace(/\D/g, ""))}
        />
      </div>
      {fault === null ? null : (
        <p className="qr-fault" role="alert">
          {fault.message || t("failed")}
        </p>
      )}
      <Button
        type="primary"
        size="large"
        htmlType="submit"
        block
        loading={confirm.isPending}
        disabled={digits.length !== 2}
      >
        {t("confirm")}
      </Button>
      <Button
        size="large"
        block
        loading={refuse.isPending}
        onClick={() => refuse.mutate({ body: { uuid } }, { onSuccess: () => props.onEnd("refused") })}
      >
        {t("refuse")}
      </Button>
      <p className="qr-quiet">{t("warning")}</p>
    </form>
  );
}

/** Which browser asks, from where, and as whom it would be let in. */
function AskerFacts({ asker }: { asker: QrAsker }) {
  const { t } = useTranslation("system-qr-log-in");
  const session = useSession();
  const facts = [
    [t("browser"), [asker.browser, asker.os].filter(Boolean).join(" · ") || t("unknown")],
    [t("address"), asker.address],
    [t("at"), formatMoment(asker.at)],
    [t("as"), session?.user.userName ?? ""],
  ];
  return (
    <>
      <p>{t("ask")}</p>
      <dl className="qr-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {asker.isSameNetwork ? null : (
        <p className="qr-warning">
          <TriangleAlert size={17} /> {t("otherNetwork")}
        </p>
      )}
    </>
  );
}
