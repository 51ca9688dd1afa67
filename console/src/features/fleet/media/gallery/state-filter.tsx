import { type MediaState, mediaState } from "@tracewater/contract/fleet/media";
import Select from "antd/es/select";
import { useTranslation } from "react-i18next";

/** All pictures, or those of one state. */
export function StateFilter(props: { value: MediaState | ""; onChange: (state: MediaState | "") => void }) {
  const { t } = useTranslation("fleet-media");
  return (
    <Select<MediaState | "">
      className="media-state-filter"
      aria-label={t("filter")}
      value={props.value}
      onChange={props.onChange}
      options={[
        { value: "", label: t("all") },
        ...mediaState.options.map((state) => ({ value: state, label: t(`state.${state}`) })),
      ]}
    />
  );
}
