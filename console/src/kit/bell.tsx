import "./bell.css";
import Popover from "antd/es/popover";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";

/** A bell of the navbar: how many wait for the user, and beneath it what is in the popover. */
export function Bell(props: {
  icon: ReactNode;
  /** Read aloud and shown on hover. */
  label: string;
  count: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Popover
      open={props.open}
      onOpenChange={props.onOpenChange}
      trigger="click"
      placement="bottom"
      align={{ overflow: { shiftX: true, adjustY: true } }}
      arrow={false}
      classNames={{ root: "bell-popover" }}
      destroyOnHidden
      content={props.children} // without a content it would never open
    >
      <IconButton label={props.label} className="bell" aria-haspopup="dialog" aria-expanded={props.open}>
        {props.icon}
        {props.count > 0 ? (
          <span className="bell-count" aria-hidden="true">
            {props.count > 99 ? "99+" : props.count}
          </span>
        ) : null}
      </IconButton>
    </Popover>
  );
}
