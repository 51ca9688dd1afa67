import type { Job, JobState } from "@tracewater/contract/system/jobs";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Age } from "../../../kit/age.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { useDictionary } from "../../../pickers/use-dictionary.ts";

const tones: Record<JobState, Tone> = {
  running: "info",
  done: "ok",
  failed: "critical",
  interrupted: "warn",
};

/** How the last firing ended, and what it said. */
export function LastRun({ last, link }: { last: Job["last"]; link: ReactNode }) {
  const { t } = useTranslation("system-jobs");
  if (last === null) return <span className="job-quiet">{t("never")}</span>;
  return (
    <>
      <span className="job-last-line">
        <RunState state={last.state} /> <Age at={last.startedAt} /> {link}
      </span>
      {last.jobMessage === "" ? null : <span className="job-quiet">{last.jobMessage}</span>}
    </>
  );
}

export function RunState({ state }: { state: JobState }) {
  return <State tone={tones[state]} label={useDictionary("sys_job_result").labelOf(state)} />;
}
