import Button from "antd/es/button";
import type { ReactNode } from "react";
import { useFollow } from "./path-link.tsx";

/** A link that looks like the buttons next to it. */
export function LinkButton(props: { to: string; icon?: ReactNode; children: ReactNode }) {
  const follow = useFollow(props.to);
  return (
    <Button href={props.to} icon={props.icon} onClick={follow}>
      {props.children}
    </Button>
  );
}
