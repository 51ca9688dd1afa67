import { alarmRules, tryAlarmRule } from "@tracewater/contract/fleet/alarm-rules";
import Button from "antd/es/button";
import type { FormInstance } from "antd/es/form";
import { FlaskConical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { useApiMutation } from "../../../api/use-api.ts";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import type { FormValues } from "../../../resource/form-values.ts";
import { toRuleBody } from "./rule-body.ts";

/** How often the rule, as it is in the form, would have been raised in the last seven days. */
export function RuleTrial({ form }: { form: FormInstance<FormValues> }) {
  const { t } = useTranslation("fleet-alarms");
  const run = useApiMutation(tryAlarmRule, { handled: true });
  const begin = async () => {
    const values = await form.validateFields().catch(() => null);
    const body = values === null ? null : alarmRules.body.safeParse(toRuleBody(values));
    if (body?.success) run.mutate({ body: body.data });
  };
  const found = run.data?.data;
  return (
    <Allowed to="alarm:rule:query">
      <div className="rule-trial">
        <div className="rule-trial-line">
          <span aria-live="polite">
            {run.error !== null ? (
              run.error.message
            ) : found === undefined ? (
              t("trial.about")
            ) : (
              <strong>{t("trial.raised", { count: found.raised })}</strong>
            )}
          </span>
          <Button icon={<FlaskConical size={15} />} loading={run.isPending} onClick={() => void begin()}>
            {t("trial.run")}
          </Button>
        </div>
        {found === undefined ? null : (
          <span className="alarm-quiet">
            {t("trial.looked", {
              devices: found.devices,
              all: found.devicesInAll,
              values: formatNumber(found.values),
            })}
          </span>
        )}
        {found === undefined || found.examples.length === 0 ? null : (
          <ul>
            {found.examples.map((one) => (
              <li key={`${one.deviceName}${one.begin}`}>
                <span className="code">{one.deviceName}</span>{" "}
                <span className="num">
                  {formatMoment(one.begin)} – {one.end === null ? t("trial.open") : formatMoment(one.end)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Allowed>
  );
}
