import "./notices.css";
import Button from "antd/es/button";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Something could not be fetched: what the server said, a retry and the id by which it is found in its log. */
export function ErrorBox(props: {
  error: { message: string; requestId?: string | undefined };
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useTranslation("kit");
  return (
    <div className="notice" role="alert">
      <span className="notice-mark">
        <CircleAlert size={32} strokeWidth={1.3} />
      </span>
      <p className="notice-title">{t("error.title")}</p>
      <p className="notice-text">{props.error.message || t("error.unknown")}</p>
      {props.error.requestId ? (
        <span className="notice-id">
          {t("error.requestId")} <code>{props.error.requestId}</code>
        </span>
      ) : null}
      {props.onRetry ? (
        <div className="notice-action">
          <Button onClick={props.onRetry}>{t("error.retry")}</Button>
        </div>
      ) : null}
    </div>
  );
}
