import "./loading-mark.css";
import { useLocalized } from "./use-localized.ts";

const name = { en: "loading", zh: "加载中" };

/** On a button whose work is under way. */
export function LoadingMark() {
  return <span className="loading-mark" role="img" aria-label={useLocalized()(name)} />;
}
