import { weekDay } from "@tracewater/contract/laboratory/plans";
import { usePlanLabels } from "./plan-labels.tsx";

type Day = (typeof weekDay.options)[number];

/** The days of the week in a row, each on or off; given its value by the form. */
export function WeekStrip(props: { id?: string; value?: readonly Day[]; onChange?: (days: Day[]) => void }) {
  const { value = [], onChange } = props;
  const label = usePlanLabels();
  return (
    <fieldset className="week-strip" id={props.id} aria-label={label("days")}>
      {weekDay.options.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={value.includes(day)}
            onChange={({ target }) =>
              onChange?.(
                weekDay.options.filter((one) => (one === day ? target.checked : value.includes(one))),
              )
            }
          />
          <span>{label(`days.${day}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
