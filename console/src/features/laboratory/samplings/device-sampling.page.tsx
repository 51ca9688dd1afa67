import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { PermittedPage } from "../../../resource/permitted-page.tsx";
import { SamplingDetail } from "./sampling-detail.tsx";

/** One sample beneath the page of its sampler. */
export default function DeviceSamplingPage() {
  const { t } = useTranslation("laboratory-samplings");
  const { water_sampling_id: digits, device_name: deviceName = "" } = useParams();
  const id = Number(digits);
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  return (
    <PermittedPage to="laboratory:sampling:query">
      {isId ? (
        <SamplingDetail id={id} ofDevice={deviceName} />
      ) : (
        <EmptyState title={t("noSuch")} text={t("noSuchText")} />
      )}
    </PermittedPage>
  );
}
