import Button from "antd/es/button";
import Input from "antd/es/input";
import Tree from "antd/es/tree";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { matchingNodes } from "./fold-pages.ts";
import { type CheckNode, idsBelow, marksOf, toggleNode } from "./held-nodes.ts";

/** A tree of which parts are held; a parent that is held in part is marked half. */
export function CheckTree(props: {
  label: string;
  tree: readonly CheckNode[];
  held: ReadonlySet<number>;
  titleOf: (label: string) => string;
  onChange: (held: Set<number>) => void;
}) {
  const { tree, held } = props;
  const { t } = useTranslation("system-roles");
  const [isOpen, setOpen] = useState(false);
  const [word, setWord] = useState("");
  const shown = matchingNodes(tree, word, props.titleOf);
  const all = tree.flatMap(idsBelow);
  const isUnfolded = isOpen || word.trim() !== "";
  const isAll = all.length > 0 && all.every((id) => held.has(id));
  return (
    <div className="role-tree">
      <div className="role-tree-head">
        <span>{props.label}</span>
        <Button size="small" type="text" onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "tree.fold" : "tree.unfold")}
        </Button>
        <Button size="small" type="text" onClick={() => props.onChange(new Set(isAll ? [] : all))}>
          {t(isAll ? "tree.none" : "tree.all")}
        </Button>
      </div>
      <Input
        prefix={<Search size={15} />}
        placeholder={t("tree.find")}
        aria-label={t("tree.findIn", { tree: props.label })}
        maxLength={100}
        allowClear
        value={word}
        onChange={(event) => setWord(event.target.value)}
        // The form that it is in is not sent off.
        onPressEnter={(event) => event.preventDefault()}
      />
      <Tree
        key={isUnfolded ? word : "folded"}
        checkable
        checkStrictly
        selectable={false}
        aria-label={props.label}
        defaultExpandedKeys={isUnfolded ? all : []}
        treeData={toData(shown, props.titleOf)}
        checkedKeys={marksOf(held, tree)}
        onCheck={(_, { node, checked }) => props.onChange(toggleNode(held, tree, Number(node.key), checked))}
      />
    </div>
  );
}

type TreeData = { key: number; title: string; children: TreeData[] };

function toData(nodes: readonly CheckNode[], titleOf: (label: string) => string): TreeData[] {
  return nodes.map(({ id, label, children }) => ({
    key: id,
    title: titleOf(label),
    children: toData(children, titleOf),
  }));
}
