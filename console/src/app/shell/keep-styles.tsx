import Button from "antd/es/button";
import Input from "antd/es/input";
import Pagination from "antd/es/pagination";
import Popover from "antd/es/popover";
import Select from "antd/es/select";
import { useEffect, useState } from "react";

/**
 * antd drops a control's styles when the last one of its kind leaves the screen and computes them anew for the next:
 * a tenth of a second on a slow machine for every change to a list. One of each stays here, unseen.
 */
export function KeepStyles() {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callback: there the first list pays once.
    if (!("requestIdleCallback" in globalThis)) return;
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 5000 });
    return () => cancelIdleCallback(asked);
  }, []);
  if (!idle) return null;
  return (
    <div hidden inert>
      <Popover>
        <Button />
      </Popover>
      <Input prefix=" " />
      <Select options={[]} />
      <Pagination total={1} showQuickJumper />
    </div>
  );
}
