import { type ConnectDiagnosis, getConnectDiagnosis } from "@tracewater/contract/fleet/device-lifecycle";
import Button from "antd/es/button";
import { KeyRound } from "lucide-react";
import { useApi } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { Card } from "../../../../kit/card.tsx";
import { formatMoment } from "../../../../kit/moment.ts";
import { State, StateMark, type Tone } from "../../../../kit/state.tsx";
import { useSecretReset } from "../secrets/use-secret-reset.tsx";

/** While one looks at it, a device that is being repaired may try again at any moment. */
const askEveryMs = 10_000;

const look = {
  accepted: { tone: "ok", shape: "disc" },
  wrongSecret: { tone: "critical", shape: "triangle" },
  wrongProduct: { tone: "critical", shape: "triangle" },
  tooOften: { tone: "critical", shape: "triangle" },
  disabled: { tone: "maintenance", shape: "square" },
} as const;

/** What somebody has to mend is marked as such; a device that is merely away is not. */
const tones: Partial<Record<ConnectDiagnosis, Tone>> = {
  ...{ wrongSecret: "critical", wrongProduct: "critical", sharedIdentity: "critical", cutOff: "critical" },
  disabled: "maintenance",
};

/** What a new secret mends. */
const endsByReset = new Set<ConnectDiagnosis>(["wrongSecret", "sharedIdentity"]);

/** Why a device is not connected, in plain words with the next step, and the attempts that say so. */
export function WhyAway({ open }: { open: OpenDevice }) {
  const { device } = open;
  const { t } = useDeviceTexts();
  const { data } = useApi(
    getConnectDiagnosis,
    { params: { id: device.id } },
    { everyMs: askEveryMs, staleMs: 0, silent: true },
  );
  const reset = useSecretReset(open);
  const answer = data?.data;
  // The new secret stays on the screen, whatever the device does meanwhile.
  if (answer === undefined) return reset.dialogs;
  const { diagnosis, attempts } = answer;
  if (!isShown(diagnosis)) return reset.dialogs;
  return (
    <Card
      title={
        <>
          <StateMark tone={tones[diagnosis] ?? "off"} /> {t(`away.title.${diagnosis}`)}
        </>
      }
    >
      <p className="why-text">{t(`away.text.${diagnosis}`, { name: device.deviceName })}</p>
      <p className="why-next">{t(`away.next.${diagnosis}`, { by: device.replacedBy?.deviceName ?? "" })}</p>
      {endsByReset.has(diagnosis) && reset.isAllowed ? (
        <p>
          <Button icon={<KeyRound size={15} />} onClick={reset.ask}>
            {t("menu.reset")}
          </Button>
        </p>
      ) : null}
      {reset.dialogs}
      {attempts.length === 0 ? null : (
        <details className="why-attempts">
          <summary>{t("away.attempts", { count: attempts.length })}</summary>
          <ul>
            {attempts.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two attempts may share their millisecond
              <li key={`${one.at}-${at}`}>
                <time>{formatMoment(one.at)}</time>
                <State
                  tone={look[one.outcome].tone}
                  shape={look[one.outcome].shape}
                  label={t(one.tookOver ? "away.outcome.tookOver" : `away.outcome.${one.outcome}`)}
                />
                <span className="device-quiet">
                  {[one.address, one.sdkVersion ?? ""].filter((part) => part !== "").join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function isShown(diagnosis: ConnectDiagnosis): diagnosis is Exclude<ConnectDiagnosis, "online"> {
  return diagnosis !== "online";
}
