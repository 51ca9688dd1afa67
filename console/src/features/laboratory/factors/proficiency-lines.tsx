import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { listProficiencyResults, type ScoreClass } from "@tracewater/contract/laboratory/proficiency-rounds";
import { useTranslation } from "react-i18next";
import { hasPermission, useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { State, type Tone } from "../../../kit/state.tsx";

const tones: Readonly<Record<ScoreClass, Tone>> = { acceptable: "ok", warning: "warn", action: "critical" };

/** The last proficiency rounds of an analyte with their z scores. */
export function ProficiencyLines({ analyte }: { analyte: AnalyteName }) {
  const { t } = useTranslation("laboratory-factors");
  const mayList = hasPermission("laboratory:batch:list", useSession());
  const query = { analyte, pageSize: 10 };
  const { data } = useApi(listProficiencyResults, { query }, { enabled: mayList, handled: true });
  if (!mayList || data === undefined) return null;
  return (
    <section>
      <h3>{t("rounds.title")}</h3>
      {data.rows.length === 0 ? <p className="factor-quiet">{t("rounds.none")}</p> : null}
      <ul className="factor-rounds">
        {data.rows.map((row) => (
          <li key={row.roundId} className="record-line" title={row.source}>
            <span>
              <span className="num">{row.heldOn}</span>{" "}
              {[row.provider, row.round, row.sample].filter(Boolean).join(" ")}
            </span>
            <span className="record-line">
              <span>
                z <Quantity value={row.z} digits={2} />
              </span>
              <State tone={tones[row.zClass]} label={t(`rounds.${row.zClass}`)} />
            </span>
          </li>
        ))}
      </ul>
      <PathLink to="/laboratory/quality?view=proficiency">{t("rounds.all")}</PathLink>
    </section>
  );
}
