import { AntdTheme } from "../../../kit/antd-theme.tsx";
import DeviceWalkPage from "./device-walk.page.tsx";

/** The devices in turn on a wall, where no shell has set the theme of its controls. */
export function DeviceWalkPart() {
  return (
    <AntdTheme>
      <DeviceWalkPage />
    </AntdTheme>
  );
}
