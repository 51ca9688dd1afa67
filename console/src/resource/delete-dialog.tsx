import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { invalidate, useApiMutation } from "../api/use-api.ts";
import { showToast } from "../kit/toasts.ts";
import { keyOf, type PageResource, type ResourceRow, useResourceLabels } from "./page-resource.ts";

/** Asks once, and names what goes. */
export function DeleteDialog<Row extends ResourceRow>(props: {
  resource: PageResource<Row>;
  rows: readonly Row[];
  onClose: (deleted: boolean) => void;
}) {
  const { resource, rows } = props;
  const { t } = useTranslation("resource");
  const label = useResourceLabels(resource);
  const remove = useApiMutation(resource.calls.remove, { handled: true });
  const ids = rows.map((row) => keyOf(resource, row)).join(",");
  const onSuccess = () => {
    void invalidate(resource.calls.list);
    showToast({ tone: "success", text: t("delete.done", { count: rows.length }) });
    props.onClose(true);
  };
  const shown = rows.slice(0, 5).map((row) => String(row[resource.unique]));
  const more = rows.length - shown.length;
  return (
    <Modal
      open
      centered
      width={440}
      title={t("delete.title", { thing: label("one") })}
      okText={t("delete.submit")}
      okButtonProps={{ danger: true }}
      cancelText={t("cancel")}
      confirmLoading={remove.isPending}
      onOk={() => remove.mutate({ params: { ids } }, { onSuccess })}
      onCancel={() => props.onClose(false)}
    >
      <p>{t("delete.text")}</p>
      <ul className="resource-names">
        {shown.map((name) => (
          <li key={name} className="code">
            {name}
          </li>
        ))}
        {more > 0 ? <li>{t("delete.more", { count: more })}</li> : null}
      </ul>
      {remove.error === null ? null : (
        <p className="resource-fault" role="alert">
          {remove.error.message || t("failed")}
        </p>
      )}
    </Modal>
  );
}
