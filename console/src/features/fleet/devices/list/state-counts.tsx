import { type ConnectionName, connectionLook } from "../../../../device/connection-state.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { StateMark } from "../../../../kit/state.tsx";

type Counts = Record<ConnectionName, number>;
type StateName = ConnectionName;
type Shown = {
  counts: Counts;
  /** Of these there are more than are counted. */
  beyond: readonly StateName[];
  chosen: StateName | null;
  onChoose: (state: StateName | null) => void;
};

const inUse: StateName[] = ["online", "offline", "notActivated", "disabled"];
const names: StateName[] = [...inUse, "retired"];

/** How many devices are in which state; each is also the filter for it. */
export function StateCounts(props: Shown) {
  const { t } = useDeviceTexts();
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
        {t(`connection.${name}`)} <b>{`${props.counts[name]}${props.beyond.includes(name) ? "+" : ""}`}</b>
      </button>
    ));
}

/** The same on a phone, as chips over the cards. */
export function StateChips(props: Shown) {
  const { t } = useDeviceTexts();
  const all = inUse.reduce((sum, name) => sum + props.counts[name], 0);
  return (
    <div className="device-chips">
      <button type="button" aria-pressed={props.chosen === null} onClick={() => props.onChoose(null)}>
        {t("list.all")} {`${all}${props.beyond.some((name) => inUse.includes(name)) ? "+" : ""}`}
      </button>
      <StateCounts {...props} />
    </div>
  );
}
