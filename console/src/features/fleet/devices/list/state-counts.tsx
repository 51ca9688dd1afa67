import { StateMark } from "../../../../kit/state.tsx";
import { connectionLook } from "../header/connection-state.tsx";
import { useWords } from "../model/words.ts";

type Counts = { online: number; offline: number; notActivated: number; disabled: number };
type StateName = keyof Counts;

const names: StateName[] = ["online", "offline", "notActivated", "disabled"];

/** How many devices are in which state; each is also the filter for it. */
export function StateCounts(props: {
  counts: Counts;
  chosen: StateName | null;
  onChoose: (state: StateName | null) => void;
}) {
  const { t } = useWords();
  return names
    .filter((name) => props.counts[name] > 0 || name === props.chosen)
    .map((name) => (
      <button
        key={name}
        type="button"
        className="device-count"
        aria-pressed={name === props.chosen}
        onClick={() => props.onChoose(name === props.chosen ? null : name)}
      >
        <StateMark tone={connectionLook[name].tone} shape={connectionLook[name].shape} />
        {t(`connection.${name}`)} <b>{props.counts[name]}</b>
      </button>
    ));
}

/** The same on a phone, as chips over the cards. */
export function StateChips(props: {
  counts: Counts;
  chosen: StateName | null;
  onChoose: (state: StateName | null) => void;
}) {
  const { t } = useWords();
  const all = names.reduce((sum, name) => sum + props.counts[name], 0);
  return (
    <div className="device-chips">
      <button type="button" aria-pressed={props.chosen === null} onClick={() => props.onChoose(null)}>
        {t("list.all")} {all}
      </button>
      <StateCounts {...props} />
    </div>
  );
}
