import Button from "antd/es/button";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../api/allowed.tsx";
import { EmptyState } from "../kit/empty-state.tsx";

/** A list without rows: what it is for and, for those who may, the button that adds the first one. */
export function EmptyList(props: {
  title: string;
  text?: string;
  /** Null where a search found nothing. */
  add: { to: string; label?: string; onClick: () => void } | null;
}) {
  const { title, text, add } = props;
  const { t } = useTranslation("resource");
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        add === null ? undefined : (
          <Allowed to={add.to}>
            <Button icon={<Plus size={16} />} onClick={add.onClick}>
              {add.label ?? t("add.first")}
            </Button>
          </Allowed>
        )
      }
    />
  );
}
