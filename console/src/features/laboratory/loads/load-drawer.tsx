import { loadLabels } from "@tracewater/contract/laboratory/load-labels";
import { getLoad, type Load } from "@tracewater/contract/laboratory/loads";
import Drawer from "antd/es/drawer";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useIsPhone } from "../../../kit/phone.ts";
import { pointPath } from "../../../pickers/point-path.ts";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { LoadSteps } from "./load-steps.tsx";

/** How a load was made, step by step, and whether the same comes out again. */
export function LoadDrawer({ load, onClose }: { load: Load; onClose: () => void }) {
  const label = useResourceLabels({ labels: loadLabels });
  const isPhone = useIsPhone();
  const params = { id: load.loadId };
  const { data, error, refetch } = useApi(getLoad, { params }, { handled: true });
  return (
    <Drawer
      open
      size={isPhone ? "100%" : 560}
      title={`${label(`analyte.${load.analyte}`)}, ${load.sampledOn}`}
      extra={<PathLink to={pointPath(load.pointId)}>{load.pointName}</PathLink>}
      onClose={onClose}
    >
      {error !== null && data === undefined ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading lines={8} />
      ) : (
        <LoadSteps {...data.data} />
      )}
    </Drawer>
  );
}
