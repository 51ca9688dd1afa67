import type { TreeNode } from "@tracewater/contract/system/user-fields";
import Button from "antd/es/button";
import Tree from "antd/es/tree";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { marksOf, toggleNode } from "./held-nodes.ts";

/** A tree of which parts are held; a parent that is held in part is marked half. */
export function CheckTree(props: {
  label: string;
  tree: readonly TreeNode[];
  held: ReadonlySet<number>;
  titleOf: (label: string) => string;
  onChange: (held: Set<number>) => void;
}) {
  const { tree, held } = props;
  const { t } = useTranslation("system-roles");
  const [isOpen, setOpen] = useState(false);
  const all = tree.flatMap(idsOf);
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
      <Tree
        key={String(isOpen)}
        checkable
        checkStrictly
        selectable={false}
        aria-label={props.label}
        defaultExpandedKeys={isOpen ? all : []}
        treeData={toData(tree, props.titleOf)}
        checkedKeys={marksOf(held, tree)}
        onCheck={(_, { node, checked }) => props.onChange(toggleNode(held, tree, Number(node.key), checked))}
      />
    </div>
  );
}

type TreeData = { key: number; title: string; children: TreeData[] };

function toData(nodes: readonly TreeNode[], titleOf: (label: string) => string): TreeData[] {
  return nodes.map(({ id, label, children }) => ({
    key: id,
    title: titleOf(label),
    children: toData(children, titleOf),
  }));
}

function idsOf(node: TreeNode): number[] {
  return [node.id, ...node.children.flatMap(idsOf)];
}
