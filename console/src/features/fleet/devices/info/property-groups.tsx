import type { ReplyOf } from "@tracewater/contract/call";
import type { ProductModel } from "@tracewater/contract/fleet/products";
import type { getSeries } from "@tracewater/contract/fleet/telemetry";
import type { CSSProperties, ReactNode } from "react";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import {
  attentionOf,
  type FamilyConfig,
  type Latest,
  numberOf,
  propertyStaleMs,
  staleAfterMs,
} from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { isNumeric, type ModelProperty } from "../../../../device/values.ts";
import { Age } from "../../../../kit/age.tsx";
import { EmptyState } from "../../../../kit/empty-state.tsx";
import { PropertyCell } from "./property-cell.tsx";
import { flaggedProperties } from "./result-grid.tsx";

type Series = ReplyOf<typeof getSeries>["data"];
type Group = ProductModel["properties"][number]["group"];

/** The properties that have a sparkline: numbers that the device measures, not what it was instructed. */
export function sparkIdentifiers(model: ProductModel, familyConfig: FamilyConfig): string[] {
  return model.properties
    .filter((property) => isMeasured(property.group) && isNumeric(property.dataType))
    .filter((property) => !familyConfig.elsewhere.includes(property.identifier))
    .filter((property) => !isResult(model, property.identifier))
    .map((property) => property.identifier)
    .slice(0, 40);
}

type Shown = {
  open: OpenDevice;
  model: ProductModel;
  series: Series | undefined;
  begin: number;
  end: number;
};

/** Up to so many modes and settings are next to each other where the page is wide enough. */
const maxPair = 8;

/** The four groups of the specification: work status, mode, setting and environment. */
export function PropertyGroups(props: Shown & { action: ReactNode }) {
  const { t } = useDeviceTexts();
  const { model, open } = props;
  const target = open.familyConfig.limits["boxTemp"]?.target;
  const count = (group: Group) => propertiesOf(model, open.familyConfig, group).length;
  const [modes, settings] = [count("mode"), count("setting")];
  // A setting is called by more words than a mode, and has its range.
  const shares = [modes, settings * 1.3].filter((share) => share > 0);
  // Of a device that has never reported, empty cells would say nothing.
  if (Object.keys(open.device.latest).length === 0) {
    return <EmptyState title={t("info.neverReported")} action={props.action} />;
  }
  return (
    <>
      <GroupOf {...props} group="workStatus" hint={t("info.hint.workStatus")} extra={props.action} />
      <div
        className={modes + settings > maxPair ? "groups-pair groups-pair-long" : "groups-pair"}
        style={{ "--pair": shares.map((share) => `minmax(0, ${share}fr)`).join(" ") } as CSSProperties}
      >
        <GroupOf {...props} group="mode" />
        <GroupOf {...props} group="setting" />
      </div>
      <GroupOf
        {...props}
        group="envStatus"
        hint={target === undefined ? "" : t("info.hint.envStatus", { low: target[0], high: target[1] })}
      />
    </>
  );
}

function GroupOf(props: Shown & { group: Group; hint?: string; extra?: ReactNode }) {
  const { open, model, series, group } = props;
  const { t } = useDeviceTexts();
  const { device, familyConfig } = open;
  const properties = propertiesOf(model, familyConfig, group);
  if (properties.length === 0) return null;
  // A mode or a setting is reported when it changes; only what is measured can be late.
  const lateMs = staleAfterMs(familyConfig, device.latest);
  const measured = isMeasured(group);
  return (
    <section className="group">
      <header className="group-head">
        <h2>{t(`info.group.${group}`)}</h2>
        <span className="group-hint">
          {props.hint ?? <LastReported latest={device.latest} properties={properties} />}
        </span>
        {props.extra}
      </header>
      <div className="cells" style={{ "--columns": columnsFor(properties.length) } as CSSProperties}>
        {properties.map((property) => (
          <PropertyCell
            key={property.identifier}
            property={property}
            latest={device.latest[property.identifier]}
            points={series?.find((candidate) => candidate.identifier === property.identifier)?.points}
            begin={props.begin}
            end={props.end}
            staleAfterMs={measured ? propertyStaleMs(familyConfig, device, property.identifier) : undefined}
            lateMs={lateMs}
            attention={attentionOf(familyConfig, device.latest, property.identifier)}
            of={wholeOf(familyConfig, property.identifier, device.latest)}
            version={versionOf(familyConfig, property.identifier, device.latest)}
            hasAge={measured}
          />
        ))}
      </div>
    </section>
  );
}

function propertiesOf(model: ProductModel, familyConfig: FamilyConfig, group: Group) {
  return model.properties.filter(
    (property) =>
      property.group === group &&
      !familyConfig.elsewhere.includes(property.identifier) &&
      !isResult(model, property.identifier),
  );
}

/** One age for a group whose values are reported together. */
function LastReported({ latest, properties }: { latest: Latest; properties: readonly ModelProperty[] }) {
  const { t } = useDeviceTexts();
  const times = properties.flatMap(({ identifier }) => latest[identifier]?.at ?? []);
  if (times.length === 0) return t("info.neverReported");
  return (
    <>
      {t("info.lastReported")} <Age at={Math.max(...times)} />
    </>
  );
}

function versionOf(familyConfig: FamilyConfig, identifier: string, latest: Latest): number | null {
  const version = familyConfig.versions?.[identifier];
  return version === undefined ? null : numberOf(latest[version]);
}

/** What a property is a part of: the number of bottles behind a bottle's. */
function wholeOf({ progress }: FamilyConfig, identifier: string, latest: Latest): number | null {
  const counts = progress !== null && "of" in progress && progress.done === identifier;
  return counts ? numberOf(latest[progress.of]) : null;
}

/** As many columns as leave the fewest holes in the last row, six at most. */
function columnsFor(count: number): number {
  if (count <= 6) return count;
  const holes = (columns: number) => (columns - (count % columns)) % columns;
  return [6, 5, 4].reduce((best, columns) => (holes(columns) < holes(best) ? columns : best));
}

/** A result is with its flag in a list of its own. */
function isResult(model: ProductModel, identifier: string): boolean {
  return flaggedProperties(model).some(
    ({ property, flag }) => property.identifier === identifier || flag === identifier,
  );
}

function isMeasured(group: Group): boolean {
  return group === "workStatus" || group === "envStatus";
}
