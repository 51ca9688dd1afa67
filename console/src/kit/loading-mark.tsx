import "./loading-mark.css";
import { useLocalized } from "./use-localized.ts";

const name = { en: "loading", zh: "加载中" };

/**
 * On a button whose work is under way. antd's own moves in and out; where a machine is busy the end of that movement is
 * never reported, and the button is called "loading" for ever.
 */
export function LoadingMark() {
  return <span className="loading-mark" role="img" aria-label={useLocalized()(name)} />;
}
