import "./self-test.css";
import Button from "antd/es/button";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { startLive, useLiveState } from "../../../api/live.ts";
import { readToken } from "../../../api/token.ts";
import { Card } from "../../../kit/card.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { checkScreen, checkServer, checkStorage, checkWebgl, type Finding } from "./checks.ts";

const parts = ["server", "clock", "live", "webgl", "storage", "screen"] as const;
type Part = (typeof parts)[number];

const toneOf: Readonly<Record<Finding["verdict"], Tone>> = {
  good: "ok",
  poor: "warn",
  bad: "critical",
  unknown: "off",
};

/** Whether this browser and the way to the server do what the console needs; every line is tried out right now. */
export default function SelfTestPage() {
  const { t } = useTranslation("system-self-test");
  const { findings, again, busy } = useFindings();
  return (
    <div className="self-test">
      <PageFrame
        title={t("title")}
        hint={t("hint")}
        extra={
          <Button onClick={again} loading={busy}>
            {t("again")}
          </Button>
        }
      >
        <Card flush>
          <ul className="self-test-list" aria-busy={busy}>
            {parts.map((part) => (
              <Line key={part} part={part} finding={findings[part]} />
            ))}
          </ul>
        </Card>
        <p className="self-test-foot">
          <Link to="/index">{t("home")}</Link>
        </p>
      </PageFrame>
    </div>
  );
}

function Line({ part, finding }: { part: Part; finding: Finding | undefined }) {
  const { t } = useTranslation("system-self-test");
  return (
    <li data-part={part} data-verdict={finding?.verdict ?? "running"}>
      <strong>{t(`part.${part}`)}</strong>
      <span className="self-test-verdict">
        <State
          tone={finding ? toneOf[finding.verdict] : "info"}
          shape={finding ? undefined : "ring"}
          label={t(`verdict.${finding?.verdict ?? "running"}`)}
        />
      </span>
      <span className="self-test-words">
        {finding ? t(finding.says, finding.values ?? {}) : t("running")}
      </span>
    </li>
  );
}

type Findings = Partial<Record<Part, Finding>>;

function useFindings(): { findings: Findings; again: () => void; busy: boolean } {
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<{ round: number; server: Finding; clock: Finding } | null>(null);
  const live = useLiveFinding();
  useEffect(() => {
    let isOver = false;
    void checkServer().then((found) => isOver || setAsked({ round, ...found }));
    return () => {
      isOver = true;
    };
  }, [round]);
  const isFresh = asked?.round === round;
  return {
    findings: {
      ...(isFresh ? { server: asked.server, clock: asked.clock } : {}),
      ...(live === null ? {} : { live }),
      webgl: useOnce(checkWebgl, round),
      storage: useOnce(checkStorage, round),
      screen: useScreen(),
    },
    again: () => setRound(round + 1),
    busy: !isFresh,
  };
}

/** The same finding until another round is asked for. */
function useOnce(check: () => Finding, round: number): Finding {
  const [kept, setKept] = useState(() => ({ round, finding: check() }));
  if (kept.round === round) return kept.finding;
  const next = { round, finding: check() };
  setKept(next);
  return next.finding;
}

function useScreen(): Finding {
  const [finding, setFinding] = useState(checkScreen);
  useEffect(() => {
    const measure = () => setFinding(checkScreen());
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return finding;
}

/** The live channel asks for a session: without one nothing can be said about it. */
function useLiveFinding(): Finding | null {
  const { state } = useLiveState();
  const [hasToken] = useState(() => readToken() !== null);
  useEffect(() => {
    if (hasToken) startLive();
  }, [hasToken]);
  if (!hasToken) return { verdict: "unknown", says: "live.noSession" };
  if (state === "connecting") return null;
  return state === "live" ? { verdict: "good", says: "live.open" } : { verdict: "bad", says: "live.broken" };
}
