import "./home.css";
import { families } from "@tracewater/contract/fleet/families";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { State } from "../../../kit/state.tsx";
import { useFamilyNames } from "../../../pickers/family-names.ts";
import { type FamilyCount, splitFamilies, stateOrder, sumOf, toneOfState, totalOf } from "./fleet-state.ts";

/** The state of every family as one bar, with the words for what is not online. */
export function Fleet({ counts }: { counts: readonly FamilyCount[] }) {
  const names = useFamilyNames();
  const { t } = useTranslation("operations-home");
  const { present, absent } = splitFamilies(counts);
  return (
    <Card title={t("fleet")} hint={t("devices", { count: sumOf(counts).devices })} ruled flush>
      {present.length === 0 ? (
        <EmptyState
          title={t("empty.title")}
          text={t("empty.text")}
          action={<Link to="/device/Sampling">{t("empty.action")}</Link>}
        />
      ) : (
        <ul className="fleet">
          {present.map((count) => (
            <FamilyRow key={count.typeKey} count={count} />
          ))}
        </ul>
      )}
      {absent.length > 0 && present.length > 0 ? (
        <p className="fleet-absent">{t("absent", { families: absent.map(names.many).join(t("comma")) })}</p>
      ) : null}
    </Card>
  );
}

type NotOnline = Exclude<(typeof stateOrder)[number], "online">;

function FamilyRow({ count }: { count: FamilyCount }) {
  const { t } = useTranslation("operations-home");
  const total = totalOf(count);
  const name = useFamilyNames().many(count.typeKey);
  const others = stateOrder.filter((state): state is NotOnline => state !== "online" && count[state] > 0);
  return (
    <li>
      <div className="fleet-line">
        <Link to={families[count.typeKey].listPath}>{name}</Link>
        <span className="fleet-figure">
          <strong>{count.online}</strong> {t("ofOnline", { total })}
        </span>
      </div>
      <div className="fleet-bar" aria-hidden="true">
        {stateOrder.map((state) =>
          count[state] === 0 ? null : (
            <span key={state} className={`fleet-part fleet-${state}`} style={{ flexGrow: count[state] }} />
          ),
        )}
      </div>
      {others.length === 0 ? null : (
        <div className="fleet-states">
          {others.map((state) => (
            <State
              key={state}
              tone={toneOfState[state]}
              shape={state === "notActivated" ? "dash" : undefined}
              label={t(`state.${state}`, { count: count[state] })}
            />
          ))}
        </div>
      )}
    </li>
  );
}
