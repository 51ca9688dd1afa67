import "./posts.css";
import { type Post, posts } from "@tracewater/contract/system/posts";
import { useTranslation } from "react-i18next";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { ResourcePage } from "../../../resource/resource-page.tsx";

/** What people do in a unit. */
export default function PostListPage() {
  const { t } = useTranslation("system-posts");
  return (
    <ResourcePage
      resource={posts}
      columns={(declared) =>
        declared.map((column) => {
          if (column.id === "postCode") {
            return { ...column, width: 130, cell: (post) => <span className="code">{post.postCode}</span> };
          }
          if (column.id === "createTime") return { ...column, width: 150 };
          return column.id === "postName" ? { ...column, width: 160 } : column;
        })
      }
      card={(post) => <PostCard post={post} />}
      blank={{ title: t("none.title"), text: t("none.text") }}
    />
  );
}

function PostCard({ post }: { post: Post }) {
  const label = useResourceLabels(posts);
  return (
    <div className="post-card">
      <strong>{post.postName}</strong>
      <span className="code">{post.postCode}</span>
      <span>
        {label(`status.${post.status}`)} · {label("holders")} {post.holders}
      </span>
    </div>
  );
}
