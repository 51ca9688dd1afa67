import { families } from "@tracewater/contract/fleet/families";
import { getWaitingWork, type WaitingWork } from "@tracewater/contract/operations/waiting-work";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Age } from "../../../kit/age.tsx";
import { Card } from "../../../kit/card.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { siteConfig } from "../../../kit/site-config.ts";
import { StateMark, type Tone } from "../../../kit/state.tsx";

type Kind = { kind: keyof WaitingWork; tone: Tone; path: string };

/** Each kind with the list that shows it. */
const samplingKinds: readonly Kind[] = [
  { kind: "overdueSamples", tone: "critical", path: "/waterSampling/water" },
  { kind: "reviews", tone: "info", path: "/waterAssay/assay?state=inReview" },
  { kind: "doubts", tone: "critical", path: "/waterAssay/assay?questioned=1" },
  { kind: "plans", tone: "info", path: "/samplePoint/plan?state=draft" },
  { kind: "bottles", tone: "info", path: "/laboratory/bottle?state=filled" },
  { kind: "deliveries", tone: "info", path: "/laboratory/delivery?state=inTransit" },
  { kind: "reports", tone: "info", path: "/report/report" },
  { kind: "accountRequests", tone: "info", path: "/userManagement/register?state=waiting" },
];
const evidenceKinds: readonly Kind[] = [
  { kind: "handovers", tone: "info", path: "/evidence/item?only=offered" },
  { kind: "decisions", tone: "info", path: "/entrusted/entrusted?state=submitted&sort=decisionDue-asc" },
  { kind: "disposals", tone: "info", path: "/evidence/disposal" },
  { kind: "overdueReturns", tone: "critical", path: families.evidenceBox.listPath },
];
/** The brand's own work first. */
const kinds =
  siteConfig.brand === "evidence"
    ? [...evidenceKinds, ...samplingKinds]
    : [...samplingKinds, ...evidenceKinds];

/** The undertakings of the box that is overdue for longest. */
function pathOf(waiting: NonNullable<WaitingWork[keyof WaitingWork]>): string | null {
  if (!("deviceId" in waiting) || waiting.deviceId === null) return null;
  return `${families.evidenceBox.devicePath}/${waiting.deviceId}/offsite_under/${waiting.deviceName}`;
}

/** What waits for the person who is logged in, one line a kind; nothing for who has no part in any of it. */
export function WaitingWorkCard() {
  const { t } = useTranslation("operations-home");
  const { data } = useApi(getWaitingWork, {}, { everyMs: 60_000, silent: true });
  const open = kinds.flatMap(({ kind, ...rest }) => {
    const waiting = data?.data[kind] ?? null;
    return waiting === null || waiting.count === 0 ? [] : [{ kind, waiting, ...rest }];
  });
  const isConcerned = data !== undefined && Object.values(data.data).some((waiting) => waiting !== null);
  if (!isConcerned) return null;
  if (open.length === 0)
    return (
      <Card title={t("waiting.title")} ruled>
        <p className="home-reason">{t("waiting.none")}</p>
      </Card>
    );
  return (
    <Card title={t("waiting.title")} ruled flush>
      <ul className="attention waiting-work" aria-label={t("waiting.title")}>
        {open.map(({ kind, tone, path, waiting }) => (
          <li key={kind}>
            <StateMark tone={tone} />
            <span>{t(`waiting.${kind}`, { count: waiting.count })}</span>
            <span className="attention-subject">{t(`waiting.${kind}Hint`)}</span>
            <span className="attention-age">
              <Age at={waiting.since} bare />
            </span>
            <span className="attention-verb">
              <PathLink to={pathOf(waiting) ?? path}>{t(`waiting.${kind}Verb`)}</PathLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
