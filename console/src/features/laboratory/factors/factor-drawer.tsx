import {
  type FactorRow,
  type FactorVersion,
  listFactorVersions,
} from "@tracewater/contract/laboratory/factors";
import Drawer from "antd/es/drawer";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { useAnalyteName } from "../../../pickers/analyte-name.ts";
import { useSources } from "./built-in-sources.ts";
import { FactorValue, Trust } from "./factor-columns.tsx";
import { ProficiencyLines } from "./proficiency-lines.tsx";

/** Every version of an analyte's factor that is or was in force; none is ever changed. */
export function FactorDrawer({ row, onClose }: { row: FactorRow; onClose: () => void }) {
  const { t } = useTranslation("laboratory-factors");
  const analyteName = useAnalyteName();
  const isPhone = useIsPhone();
  const { analyte } = row;
  const { data, error, refetch } = useApi(listFactorVersions, { params: { analyte } }, { handled: true });
  return (
    <Drawer open size={isPhone ? "100%" : 560} title={analyteName(analyte)} onClose={onClose}>
      <p className="factor-quiet">
        {t("drawer.masses", {
          cas: row.cas,
          residue: row.residueMass,
          parent: row.parentMass,
          of: t(`parent.${row.analyte}`),
        })}
      </p>
      {error === null ? null : <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading lines={8} /> : null}
      <ol className="factor-versions">
        {data?.data.map((version) => (
          <li key={version.factorId}>
            <VersionDetails version={version} />
          </li>
        ))}
      </ol>
      <ProficiencyLines analyte={analyte} />
    </Drawer>
  );
}

function VersionDetails({ version }: { version: FactorVersion }) {
  const { t } = useTranslation("laboratory-factors");
  const { source, doseSource } = useSources()(version);
  const facts = [
    ["excretedFraction", version.excretedFraction],
    ["factor", version.factor],
    ["doseMg", version.doseMg],
  ] as const;
  return (
    <>
      <span className="record-line">
        <strong>{t(version.isShipped ? "shipped" : "own", { version: version.version })}</strong>
        <Trust row={{ inForce: version }} />
      </span>
      <dl className="factor-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`column.${name}`)}</dt>
            <dd>
              <FactorValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {[source, doseSource].map((text, at) =>
        text === "" ? null : (
          <p key={at === 0 ? "source" : "dose"} className="factor-source">
            {t(at === 0 ? "drawer.source" : "drawer.doseSource", { source: text })}
          </p>
        ),
      )}
      {version.reason === "" ? null : <p>{t("drawer.reason", { reason: version.reason })}</p>}
      <p className="factor-quiet num">
        {version.createTime} · {version.createBy}
      </p>
    </>
  );
}
