import { action, type BuiltInMenu } from "./menu-entry.ts";

const administrators: readonly string[] = ["unitAdmin"];
const auditors = ["unitAdmin", "auditor"];

/** Access, settings, logs and jobs: what administrators and auditors see. */
export const systemMenu: readonly BuiltInMenu[] = [
  directory("units", "menu.units", "/entAdmin", "building", [
    page(
      "units.list",
      "menu.enterpriseUnits",
      "entAdmin",
      "system/units/unit-list",
      "building",
      "system:dept",
      {
        verbs: ["query", "add", "edit", "remove", "export", "import"],
      },
    ),
    {
      ...page(
        "units.one",
        "menu.enterpriseUnit",
        "entAdm/:tableId",
        "system/units/unit",
        "building",
        "system:dept",
        {
          verbs: [],
        },
      ),
      hidden: true,
    },
    action("units.licence", "action.licence", "system:licence:issue", []),
  ]),
  directory("access", "menu.access", "/system", "shield", [
    page("access.users", "menu.users", "user", "system/users/user-list", "users", "system:user", {
      verbs: ["query", "add", "edit", "remove", "export", "import", "resetPwd", "forceLogout"],
    }),
    page(
      "access.accountRequests",
      "page.accountRequests",
      "/userManagement/register",
      "system/account-requests/account-request-list",
      "id-card",
      "system:accountRequest",
      {
        verbs: ["approve"],
      },
    ),
    page(
      "access.appUsers",
      "menu.appUsers",
      "/userManagement/appuser",
      "system/app-users/app-user-list",
      "smartphone",
      "system:appUser",
      {
        verbs: ["query", "add", "edit", "resetPwd", "export"],
      },
    ),
    {
      ...page(
        "access.appUser",
        "page.appUser",
        "/appuser/appu/:tableId",
        "system/app-users/app-user",
        "smartphone",
        "system:appUser",
        { verbs: [] },
      ),
      hidden: true,
    },
    page("access.roles", "menu.roles", "role", "system/roles/role-list", "shield-check", "system:role", {
      verbs: ["query", "add", "edit", "remove", "export"],
    }),
    page("access.menus", "menu.menus", "menu", "system/menu/menu-list", "list-tree", "system:menu", {
      roles: [],
      verbs: ["query", "add", "edit", "remove"],
    }),
    page("access.posts", "menu.posts", "post", "system/posts/post-list", "id-card", "system:post", {
      verbs: ["query", "add", "edit", "remove", "export", "import"],
      // All units share the same positions.
      platformVerbs: ["add", "edit", "remove", "import"],
    }),
    page(
      "access.apiKeys",
      "menu.apiKeys",
      "apiKey",
      "system/api-keys/api-key-list",
      "key-round",
      "system:apiKey",
      {
        verbs: ["query", "add", "edit", "remove"],
      },
    ),
    page(
      "access.online",
      "menu.online",
      "/monitor/online",
      "system/online/online-list",
      "radio",
      "monitor:online",
      {
        verbs: ["query", "forceLogout"],
      },
    ),
  ]),
  directory("settings", "menu.settings", "/dict", "settings", [
    page(
      "settings.dictTypes",
      "menu.dictTypes",
      "type",
      "system/dict/dict-type-list",
      "book-open",
      "system:dict",
      {
        roles: [],
        verbs: ["query", "add", "edit", "remove", "export", "import"],
      },
    ),
    {
      ...page(
        "settings.dictData",
        "menu.dictData",
        "type/data/:dictId",
        "system/dict/dict-data-list",
        "book-open",
        "system:dict",
        {
          roles: [],
          verbs: [],
        },
      ),
      hidden: true,
    },
    page(
      "settings.config",
      "menu.config",
      "/system/config",
      "system/config/config-list",
      "sliders",
      "system:config",
      {
        roles: [],
        verbs: ["query", "add", "edit", "remove", "export", "import"],
      },
    ),
    page(
      "settings.notices",
      "menu.notices",
      "/system/notice",
      "system/notices/notice-list",
      "megaphone",
      "system:notice",
      {
        verbs: ["query", "add", "edit", "remove", "export"],
      },
    ),
  ]),
  directory("tools", "menu.tools", "/tool", "layout-list", [
    page(
      "tools.gen",
      "page.generatedModules",
      "gen",
      "system/generator/model-list",
      "layout-list",
      "tool:gen",
      {
        roles: [],
        verbs: ["query", "add", "edit", "remove"],
      },
    ),
    {
      ...page(
        "tools.genEdit",
        "page.generatedModule",
        "/gen/edit/:tableId",
        "system/generator/model-edit",
        "layout-list",
        "tool:gen",
        { roles: [], verbs: [] },
      ),
      hidden: true,
    },
  ]),
  directory("integration", "menu.integration", "/system/integration", "radio", [
    page(
      "integration.webhooks",
      "page.webhooks",
      "/system/webhook",
      "system/webhooks/webhook-list",
      "waypoints",
      "system:webhook",
      {
        roles: [],
        verbs: ["query", "add", "edit", "remove"],
      },
    ),
    page(
      "integration.messages",
      "page.messages",
      "/system/message",
      "system/messages/message-list",
      "mail",
      "system:message",
      {
        roles: [],
        verbs: ["test"],
      },
    ),
  ]),
  directory("logs", "menu.logs", "/system/log", "scroll-text", [
    page(
      "logs.operations",
      "menu.operlog",
      "operlog",
      "system/audit/operation-log",
      "scroll-text",
      "monitor:operlog",
      {
        roles: auditors,
        verbs: ["query", "export"],
      },
    ),
    page(
      "logs.logins",
      "menu.logininfor",
      "logininfor",
      "system/login-log/login-log",
      "log-in",
      "monitor:logininfor",
      {
        roles: auditors,
        verbs: ["query", "export", "unlock"],
        platformVerbs: ["unlock"],
      },
    ),
    action("logs.logins.unlock", "action.unlock", "monitor:logininfor:unlock", []),
  ]),
  directory("jobs", "menu.jobs", "/job", "timer", [
    page("jobs.list", "menu.scheduledTasks", "job", "system/jobs/job-list", "timer", "monitor:job", {
      roles: [],
      verbs: ["query", "edit", "run", "export"],
    }),
    page("jobs.log", "menu.jobLog", "log", "system/jobs/job-log", "history", "monitor:jobLog", {
      roles: [],
      verbs: ["query", "export"],
    }),
    page(
      "jobs.server",
      "menu.serverState",
      "/monitor/server",
      "system/server-state/server-state",
      "server",
      "monitor:server",
      {
        roles: [],
        verbs: [],
      },
    ),
  ]),
];

function directory(
  key: string,
  title: string,
  path: string,
  icon: string,
  children: readonly BuiltInMenu[],
): BuiltInMenu {
  const roles = [...new Set(children.flatMap((child) => child.roles))];
  return { key, kind: "directory", title, path, icon, roles, children };
}

/** A page whose permissions begin with `subject`: `list` for the page itself, its verbs as actions beneath it. */
function page(
  key: string,
  title: string,
  path: string,
  component: string,
  icon: string,
  subject: string,
  /** `platformVerbs`: those of the verbs that no role but the administrators' gets at first. */
  may: { verbs: readonly string[]; roles?: readonly string[]; platformVerbs?: readonly string[] },
): BuiltInMenu {
  const roles = may.roles ?? administrators;
  const children = may.verbs.map((verb) =>
    action(
      `${key}.${verb}`,
      `action.${verb}`,
      `${subject}:${verb}`,
      may.platformVerbs?.includes(verb) ? [] : roles,
    ),
  );
  return { key, kind: "page", title, path, component, icon, permission: `${subject}:list`, roles, children };
}
