import { useMutation } from "@tanstack/react-query";
import { getUserChoices, users } from "@tracewater/contract/system/users";
import Button from "antd/es/button";
import Drawer from "antd/es/drawer";
import Form, { type FormInstance } from "antd/es/form";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../../api/api-error.ts";
import { callApi } from "../../../../api/call-api.ts";
import { invalidate, useApi } from "../../../../api/use-api.ts";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";
import { showToast } from "../../../../kit/toasts.ts";
import { placeFaults, unplacedOf } from "../../../../resource/place-faults.ts";
import { type Choices, UserFields } from "./user-fields.tsx";
import { blankUser, fieldNames, toValues, type UserValues } from "./user-values.ts";

type Props = {
  onClose: () => void;
  /** The new user has a one-time password, to be shown now. */
  onPassword: (userName: string, password: string) => void;
};

/** Adds a user; their unit is the one that the list shows. */
export function AddUser(props: Props & { deptId: number | null }) {
  const choices = useApi(getUserChoices, {}, { staleMs: 0, handled: true });
  return (
    <UserDrawer
      {...props}
      userId={null}
      loaded={choices.data === undefined ? null : { ...choices.data, values: blankUser(props.deptId) }}
      error={choices.error}
      onRetry={() => void choices.refetch()}
    />
  );
}

/** Changes a user, who is read again first. */
export function ChangeUser(props: Props & { userId: number }) {
  const user = useApi(users.calls.get, { params: { id: props.userId } }, { staleMs: 0, handled: true });
  const isFresh = user.isSuccess && !user.isFetching;
  return (
    <UserDrawer
      {...props}
      loaded={isFresh ? { ...user.data, values: toValues(user.data) } : null}
      error={user.error}
      onRetry={() => void user.refetch()}
    />
  );
}

function UserDrawer(
  props: Props & {
    userId: number | null;
    loaded: (Choices & { values: UserValues }) | null;
    error: ApiError | null;
    onRetry: () => void;
  },
) {
  const { t } = useTranslation("system-users");
  const [form] = Form.useForm<UserValues>();
  const save = useSave(form, props);
  const unplaced = unplacedOf(save.error, fieldNames);
  return (
    <Drawer
      open
      size={560}
      title={t(props.userId === null ? "form.add" : "form.change")}
      onClose={props.onClose}
      mask={{ closable: false }}
      footer={
        <div className="user-form-foot">
          <Button onClick={props.onClose}>{t("cancel")}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={!props.loaded}
            onClick={() => form.submit()}
          >
            {t("form.save")}
          </Button>
        </div>
      }
    >
      {props.error !== null && props.loaded === null ? (
        <ErrorBox error={props.error} onRetry={props.onRetry} />
      ) : null}
      {props.loaded === null ? (
        <Loading lines={8} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          scrollToFirstError
          initialValues={props.loaded.values}
          disabled={save.isPending}
          onFinish={(values) => save.mutate(values)}
        >
          <UserFields choices={props.loaded} isNew={props.userId === null} />
        </Form>
      )}
      {unplaced === null ? null : (
        <p className="record-fault" role="alert">
          {unplaced || t("failed")}
        </p>
      )}
    </Drawer>
  );
}

/** What the server refuses is at its field, and what was typed stays. */
function useSave(form: FormInstance<UserValues>, props: Props & { userId: number | null }) {
  const { t } = useTranslation("system-users");
  const { userId } = props;
  return useMutation<string | null, ApiError, UserValues>({
    mutationFn: async (values) => {
      const body = { ...values, deptId: values.deptId ?? null, validUntil: values.validUntil || null };
      if (userId === null) {
        const oneTimePassword = body.serviceAccount === "0" && body.oneTimePassword;
        const reply = await callApi(
          users.calls.add,
          { body: { ...body, oneTimePassword } },
          { handled: true },
        );
        return reply.data.oneTimePassword;
      }
      await callApi(users.calls.change, { body: { ...body, userId } }, { handled: true });
      return null;
    },
    onSuccess: (password, values) => {
      void invalidate(users.calls.list);
      showToast({ tone: "success", text: t(userId === null ? "done.add" : "done.change") });
      if (password === null) props.onClose();
      else props.onPassword(values.userName, password);
    },
    onError: (error) => {
      placeFaults(form, fieldNames, error);
    },
  });
}
