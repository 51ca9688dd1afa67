import type { ReactNode } from "react";
import { Allowed } from "../api/allowed.tsx";
import { Forbidden } from "../kit/forbidden.tsx";
import { PageFrame } from "../kit/page-frame.tsx";

/** A page for those who hold the permission; everybody else is reported that it is not for them. */
export function PermittedPage(props: { to: string; children: ReactNode }) {
  return (
    <Allowed
      to={props.to}
      otherwise={
        <PageFrame>
          <Forbidden />
        </PageFrame>
      }
    >
      {props.children}
    </Allowed>
  );
}
