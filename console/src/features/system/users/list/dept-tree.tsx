import type { TreeNode } from "@tracewater/contract/system/user-fields";
import { getUserDeptTree } from "@tracewater/contract/system/users";
import Input from "antd/es/input";
import Tree from "antd/es/tree";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../api/use-api.ts";
import { Card } from "../../../../kit/card.tsx";
import { ErrorBox } from "../../../../kit/error-box.tsx";
import { Loading } from "../../../../kit/loading.tsx";

export function useDeptTree() {
  return useApi(getUserDeptTree, {}, { staleMs: 60_000, handled: true });
}

/** The units and their departments; choosing one narrows the list to it and what is below. */
export function DeptTree(props: { chosen: number | null; onChoose: (deptId: number | null) => void }) {
  const { t } = useTranslation("system-users");
  const [query, setQuery] = useState("");
  const depts = useDeptTree();
  const tree = matching(depts.data?.data ?? [], query.trim().toLowerCase());
  return (
    <Card className="user-depts" title={t("depts.title")}>
      <Input
        prefix={<Search size={16} strokeWidth={1.5} />}
        placeholder={t("depts.search")}
        aria-label={t("depts.search")}
        allowClear
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {depts.isPending ? <Loading lines={5} /> : null}
      {depts.error === null ? null : <ErrorBox error={depts.error} onRetry={() => void depts.refetch()} />}
      {depts.isSuccess && tree.length === 0 ? <p className="user-quiet">{t("depts.none")}</p> : null}
      {tree.length === 0 ? null : (
        <div className="user-depts-tree">
          <Tree
            key={query}
            blockNode
            aria-label={t("depts.title")}
            treeData={toData(tree)}
            defaultExpandedKeys={query === "" ? tree.map((node) => node.id) : allIds(tree)}
            selectedKeys={props.chosen === null ? [] : [props.chosen]}
            onSelect={(keys) => props.onChoose(keys.length === 0 ? null : Number(keys[0]))}
          />
        </div>
      )}
    </Card>
  );
}

function matching(nodes: readonly TreeNode[], query: string): TreeNode[] {
  if (query === "") return [...nodes];
  return nodes.flatMap((node) => {
    const children = matching(node.children, query);
    const isMet = node.label.toLowerCase().includes(query);
    return isMet || children.length > 0 ? [{ ...node, children: isMet ? node.children : children }] : [];
  });
}

type TreeData = { key: number; title: string; children: TreeData[] };

function toData(nodes: readonly TreeNode[]): TreeData[] {
  return nodes.map(({ id, label, children }) => ({ key: id, title: label, children: toData(children) }));
}

function allIds(nodes: readonly TreeNode[]): number[] {
  return nodes.flatMap((node) => [node.id, ...allIds(node.children)]);
}
