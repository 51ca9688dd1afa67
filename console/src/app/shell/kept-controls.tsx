import Button from "antd/es/button";
import Input from "antd/es/input";
import Pagination from "antd/es/pagination";
import Popover from "antd/es/popover";
import Select from "antd/es/select";

/** One control of each kind that a list has, unseen. */
export function KeptControls() {
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
