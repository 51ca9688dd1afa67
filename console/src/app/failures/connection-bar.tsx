import "./failures.css";
import { useTranslation } from "react-i18next";
import { useConnection } from "../../api/connection.ts";
import { StateMark } from "../../kit/state.tsx";

/** Says quietly that the server is away and, when it is well again, that it is. Nobody has to reload. */
export function ConnectionBar() {
  const { t } = useTranslation("app");
  const connection = useConnection();
  // The region is there always: what is added to it is read aloud.
  return (
    <div role="status">
      {connection === "up" ? null : (
        <p className={connection === "back" ? "connection-bar connection-bar-back" : "connection-bar"}>
          <StateMark tone={connection === "back" ? "ok" : "warn"} />
          {t(`connection.${connection}`)}
        </p>
      )}
    </div>
  );
}
