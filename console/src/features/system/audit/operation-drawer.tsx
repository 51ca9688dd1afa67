/** The drawer of one entry of the operation log. */
import type { ReplyOf } from "@tracewater/contract/call";
import { type Change, getOperation } from "@tracewater/contract/system/audit";
import Drawer from "antd/es/drawer";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { changeLines, printValue } from "./change-lines.ts";
import { Ending } from "./ending.tsx";
import { useKindLabel } from "./subject-labels.ts";

type OperationInFull = ReplyOf<typeof getOperation>["data"];

/** Everything that is known of one call, the changes first. */
export function OperationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("system-audit");
  const isPhone = useIsPhone();
  const found = useApi(getOperation, { params: { id } }, { handled: true });
  const operation = found.data?.data;
  return (
    <Drawer
      open
      size={isPhone ? "100%" : 720}
      title={operation === undefined ? t("drawer.title", { id }) : `${operation.title} · ${id}`}
      onClose={onClose}
    >
      {found.error === null ? null : <ErrorBox error={found.error} onRetry={() => void found.refetch()} />}
      {operation === undefined ? (
        found.error === null ? (
          <Loading lines={10} />
        ) : null
      ) : (
        <OperationDetails operation={operation} />
      )}
    </Drawer>
  );
}

function OperationDetails({ operation }: { operation: OperationInFull }) {
  const { t } = useTranslation("system-audit");
  // A call may name a thing without changing it: a log-in its user.
  const changes = operation.changes.filter((one) => one.before !== null || one.after !== null);
  return (
    <div className="operation">
      <CallFacts operation={operation} />
      <h3>{t("drawer.changes")}</h3>
      {changes.length === 0 ? (
        <p className="operation-none">{t("drawer.noChanges")}</p>
      ) : (
        changes.map((change, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record never changes
          <ChangeTable key={place} change={change} />
        ))
      )}
      <h3>{t("drawer.input")}</h3>
      <pre className="operation-json">{JSON.stringify(JSON.parse(operation.operParam), null, 2)}</pre>
      <h3>{t("drawer.proof")}</h3>
      <ProofFacts operation={operation} />
    </div>
  );
}

/** How the call ended, and who made it, when and from where. */
function CallFacts({ operation }: { operation: OperationInFull }) {
  const { t } = useTranslation("system-audit");
  return (
    <dl className="operation-facts">
      <Fact name={t("column.status")}>
        <Ending operation={operation} />
        {operation.errorMsg === "" ? null : <div>{operation.errorMsg}</div>}
      </Fact>
      <Fact name={t("column.operName")}>
        {[operation.operName, operation.nickName === operation.operName ? "" : operation.nickName]
          .filter((one) => one !== "")
          .join(" · ") || "—"}
        {operation.via === "key" ? ` (${t("viaKey", { name: operation.keyName })})` : ""}
      </Fact>
      <Fact name={t("column.deptName")}>{operation.deptName || "—"}</Fact>
      <Fact name={t("column.operTime")}>
        <span className="code">{operation.at}</span>
      </Fact>
      <Fact name={t("column.operIp")}>{operation.operIp}</Fact>
      <Fact name={t("column.agent")}>{operation.agent || "—"}</Fact>
      <Fact name={t("column.costTime")}>{operation.costTime} ms</Fact>
    </dl>
  );
}

/** What identifies the call, and its link to the record before it. */
function ProofFacts({ operation }: { operation: OperationInFull }) {
  const { t } = useTranslation("system-audit");
  return (
    <dl className="operation-facts">
      <Fact name={t("drawer.call")}>
        <span className="code">
          {operation.requestMethod} {operation.operUrl}
        </span>
      </Fact>
      <Fact name={t("drawer.requestId")}>
        <span className="code">{operation.requestId}</span>
      </Fact>
      <Fact name={t("drawer.hash")}>
        <span className="code">{operation.hash}</span>
      </Fact>
      <Fact name={t("drawer.prev")}>
        <span className="code">{operation.prev}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="operation-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ChangeTable({ change }: { change: Change }) {
  const { t } = useTranslation("system-audit");
  const labelOf = useKindLabel();
  const lines = changeLines(change.before, change.after);
  return (
    <table className="operation-changes">
      <caption>
        {[labelOf(change.kind), change.id, change.name].filter((one) => one !== "").join(" · ")}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("drawer.field")}</th>
          <th scope="col">{t("drawer.before")}</th>
          <th scope="col">{t("drawer.after")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.path}>
            <th scope="row" className="code">
              {line.path}
            </th>
            <td>{"from" in line ? <del>{printValue(line.from)}</del> : null}</td>
            <td>{"to" in line ? <ins>{printValue(line.to)}</ins> : null}</td>
          </tr>
        ))}
        {lines.length === 0 ? (
          <tr>
            <td colSpan={3}>{t("drawer.same")}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
