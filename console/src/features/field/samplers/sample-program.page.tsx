import "./samplers.css";
import "./records/records.css";
import "./program/program.css";
import { getBottleCodes } from "@tracewater/contract/field/sampler-bottles";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import { carouselBottle, fullShare, type ProgramDay } from "@tracewater/wbe/program-day";
import { samplerModes } from "@tracewater/wbe/sampler-program";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { ProgramChart } from "../../../charts/program-day/program-chart.tsx";
import { ProgramSums } from "../../../charts/program-day/program-sums.tsx";
import { useTypicalFlow } from "../../../charts/program-day/use-typical-flow.ts";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { formatNumber } from "../../../kit/number.ts";
import { State } from "../../../kit/state.tsx";
import { useNow } from "../../../kit/ticking.ts";
import { ProgramForm } from "./program/program-form.tsx";
import { planDay, readProgram, type Typed } from "./program/program-plan.ts";
import { latestNumber, useSampler } from "./use-sampler.ts";

const hour = 3_600_000;

/** What the sampler is to do, and what will come of it: the form at the left, the consequence at the right. */
export default function SampleProgramPage() {
  const device = useSampler();
  return device === undefined ? <Loading lines={10} /> : <Program device={device} />;
}

function Program({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("field-samplers");
  const [changed, setChanged] = useState<Typed | null>(null);
  const typed = changed ?? reportedProgram(device);
  // The next full hour, as if the program was sent now.
  const start = { at: useNow(hour) + hour };
  const { flow, range } = useTypicalFlow(device.id, start.at);
  const read = readProgram(typed);
  const sent = "sent" in read ? read.sent : null;
  const plan = useMemo(() => (sent === null ? null : planDay(sent, flow)), [sent, flow]);
  return (
    <div className="sample-program">
      <ProgramForm device={device} typed={typed} onType={setChanged} onDiscard={() => setChanged(null)} />
      <div className="sampler-stack">
        <Card
          title={t("program.preview")}
          hint={t(flow === null ? "program.noFlowKnown" : "program.typical", {
            start: formatMoment(start.at).slice(0, 16),
          })}
        >
          {plan === null ? (
            <EmptyState title={t(sent === null ? "program.incomplete" : "program.needsFlow")} />
          ) : (
            <>
              <ProgramSums plan={plan} />
              <ProgramChart {...{ plan, flow, range, start }} />
              <p className="program-hint">{t("program.estimate")}</p>
            </>
          )}
        </Card>
        {plan === null ? null : <Checks plan={plan} device={device} />}
      </div>
    </div>
  );
}

/** The program as the device reported it last. */
function reportedProgram(device: DeviceDetail): Typed {
  const text = (identifier: string, fallback: number) => String(latestNumber(device, identifier) ?? fallback);
  const name = device.latest["programName"]?.value;
  return {
    programName: typeof name === "string" ? name : "",
    mode: samplerModes[latestNumber(device, "mode") ?? 0] ?? "CTCV",
    interval: text("interval", 15),
    aliquot: text("aliquot", 250),
    bottles: text("bottleCount", 24),
    rinses: text("rinses", 1),
  };
}

type Check = { key: string; ok: boolean; text: string; limit: string };

/** How many bottles of the carousel hold water already: a new program fills them further. */
function useHeldWater(deviceId: number): Check[] {
  const { t } = useTranslation("field-samplers");
  const { data } = useApi(getBottleCodes, { params: { id: deviceId } }, { handled: true });
  const held = (data?.data ?? []).filter(({ volume }) => volume !== null && volume > 0).length;
  if (held === 0) return [];
  const text = t("program.check.held", { count: held });
  return [{ key: "held", ok: false, text, limit: t("program.check.heldLimit") }];
}

/** Sentences with the limit next to them. */
function Checks({ plan, device }: { plan: ProgramDay; device: DeviceDetail }) {
  const { t } = useTranslation("field-samplers");
  const fullest = plan.bottles.reduce((max, one) => (one.volume > max.volume ? one : max), {
    slot: 0,
    volume: 0,
  } as { slot: number; volume: number });
  const tubeLife = latestNumber(device, "tubeLife");
  const isOnline = device.connection.state === "online";
  const checks: Check[] = [
    {
      ...{ key: "full", ok: fullest.volume <= fullShare * carouselBottle },
      text: t("program.check.fullest", { volume: formatNumber(fullest.volume, 0), slot: fullest.slot }),
      limit: t("program.check.capacity", { volume: formatNumber(carouselBottle, 0) }),
    },
    {
      ...{ key: "missed", ok: plan.missed === 0 },
      text: t(plan.missed === 0 ? "program.check.noneMissed" : "program.check.missed", {
        count: plan.missed,
      }),
      limit: t("program.check.missedLimit"),
    },
    ...useHeldWater(device.id),
    ...(tubeLife === null
      ? []
      : [
          {
            ...{ key: "tube", ok: tubeLife >= 20 },
            text: t("program.check.tube", { percent: formatNumber(tubeLife, 0) }),
            limit: t("program.check.tubeLimit"),
          },
        ]),
    {
      ...{ key: "online", ok: isOnline },
      text: t(isOnline ? "program.check.online" : "program.check.offline"),
      limit: t("program.check.onlineLimit"),
    },
  ];
  const mean = plan.flowVolume === null ? null : plan.flowVolume / 24;
  return (
    <Card
      title={t("program.checks")}
      hint={mean === null ? undefined : t("program.meanFlow", { flow: formatNumber(mean, 0) })}
    >
      <ul className="program-checks">
        {checks.map((check) => (
          <li key={check.key}>
            <State
              tone={check.ok ? "ok" : "warn"}
              shape={check.ok ? "disc" : "triangle"}
              label={check.text}
            />
            <span className="sampler-small">{check.limit}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
