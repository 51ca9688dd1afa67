import "./thumbnails.css";
import { type ReactNode, useId } from "react";

/** A choice shown as small pictures with their names; arrows move, as in any group of radio buttons. */
export function Thumbnails<K extends string>(props: {
  name: string;
  chosen: K;
  choices: readonly { key: K; label: string; picture: ReactNode }[];
  onChoose: (key: K) => void;
}) {
  const group = useId();
  return (
    <div className="thumbnails" role="radiogroup" aria-label={props.name}>
      {props.choices.map(({ key, label, picture }) => (
        <label key={key} className="thumbnail">
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={key === props.chosen}
            onChange={() => props.onChoose(key)}
          />
          <span className="thumbnail-picture">{picture}</span>
          {label}
        </label>
      ))}
    </div>
  );
}
