import { type Command, getCommand } from "@tracewater/contract/fleet/commands";
import { useApi } from "../../../api/use-api.ts";
import { clockMs } from "../../../device/command-form/command-labels.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatDay } from "../../../kit/moment.ts";

/** Every step of a command with its time, which sending it belongs to, who took it and on which server. */
export function CommandTimeline({ command }: { command: Command }) {
  const { t } = useDeviceTexts();
  const { data, error, refetch } = useApi(getCommand, { params: { id: command.id } }, { handled: true });
  if (data === undefined)
    return error === null ? <Loading lines={3} /> : <ErrorBox error={error} onRetry={() => void refetch()} />;
  const { steps } = data.data;
  return (
    <div className="command-steps">
      <h3>{t("command.timeline")}</h3>
      <ol>
        {steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <li key={place} className={`command-step command-step-${step.step}`}>
            <time dateTime={new Date(step.at).toISOString()}>
              {formatDay(step.at)} {clockMs(step.at)}
            </time>
            <span>{t(`step.${step.step}`)}</span>
            <span className="device-quiet">
              {[
                step.attempt > 0 && command.mostAttempts > 1 ? t("command.attempt", { n: step.attempt }) : "",
                step.actor,
                step.code === null ? "" : t("command.code", { code: step.code }),
                step.node === "" ? "" : t("command.node", { node: step.node.slice(0, 8) }),
              ]
                .filter((part) => part !== "")
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
