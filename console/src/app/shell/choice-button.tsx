import Dropdown from "antd/es/dropdown";
import type { ReactNode } from "react";
import { IconButton } from "../../kit/icon-button.tsx";

/** An icon that opens a short list with one chosen entry. */
export function ChoiceButton<K extends string>(props: {
  label: string;
  icon: ReactNode;
  choices: readonly { key: K; label: string }[];
  chosen: K;
  onChoose: (key: K) => void;
}) {
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: props.choices.map(({ key, label }) => ({ key, label })),
        selectedKeys: [props.chosen],
        onClick: ({ key }) => {
          const chosen = props.choices.find((choice) => choice.key === key);
          if (chosen) props.onChoose(chosen.key);
        },
      }}
    >
      <IconButton label={props.label} aria-haspopup="menu">
        {props.icon}
      </IconButton>
    </Dropdown>
  );
}
