import type { Held, Sentence } from "./sentence.ts";

const held = {
  scan: {
    file: "server/src/features/field/bottles/carousel.test.ts",
    test: "a scan is a command: what the database knows of the slot follows the device's reply",
  },
  delivery: {
    file: "server/src/features/field/bottles/filled-bottles.test.ts",
    test: "bottles leave for a delivery, which shows what went into them; what is not recorded is absent",
  },
  media: {
    file: "server/src/features/fleet/media/kept-picture.test.ts",
    test: "is in pages of ten, newest first, and in the days of the time line",
  },
  routes: {
    file: "e2e/specification/routes.test.ts",
    test: "every route of the specification opens a page, in the layout and for whom it is meant",
  },
  public: { file: "e2e/specification/routes.test.ts", test: "the pages that need no token open without one" },
  screens: {
    file: "e2e/console/situation.test.ts",
    test: "the situation screens are entries with their titles, and demo mode walks from device to device",
  },
  walk: {
    file: "console/src/features/operations/situation/situation-state.test.ts",
    test: "the next device is drawn before its turn, and is the one that comes",
  },
  wall: {
    file: "e2e/console/situation.test.ts",
    test: "the wall shows the fleet of the store; theme, highlighted catchments and demo mode are remembered per user",
  },
  requests: {
    file: "console/src/features/operations/situation/situation-state.test.ts",
    test: "readings are asked for once, and while the charts are shown",
  },
  guard: {
    file: "e2e/console/routing.test.ts",
    test: "the guard: public pages pass, all else leads over the log-in to where it was asked for",
  },
  origin: { file: "e2e/console/routing.test.ts", test: "a redirect to another origin is refused" },
  nouser: {
    file: "e2e/console/routing.test.ts",
    test: "a user who cannot be fetched is logged out and sent to the root",
  },
  server: {
    file: "e2e/console/routing.test.ts",
    test: "the server's routes: unknown component, redirect, hidden, inner link, address outside",
  },
  demand: {
    file: "e2e/console/routing.test.ts",
    test: "pages are loaded once they are opened, and one that is marked noCache is another each time",
  },
  test1: {
    file: "e2e/console/routing.test.ts",
    test: "/test tries everything out, /test1 shows the kit eight times and fetches nothing",
  },
  tabs: {
    file: "e2e/console/shell.test.ts",
    test: "tabs: pages are added once, home stays, middle click and the menu close",
  },
  cached: {
    file: "e2e/console/shell.test.ts",
    test: "a cached tab keeps what was typed, and the refresh helper takes another page",
  },
  settings: {
    file: "e2e/console/shell.test.ts",
    test: "settings survive a reload, and reset brings the defaults back",
  },
  search: {
    file: "e2e/console/shell.test.ts",
    test: "the header search finds pages by path, devices and points by number, with the keyboard alone",
  },
  mobile: {
    file: "e2e/console/shell.test.ts",
    test: "below 992 px the side bar is a drawer that closes by itself, and the device kind is remembered",
  },
  login: {
    file: "e2e/console/navbar.test.ts",
    test: "the log-in sends the trimmed name, password, code and uuid, and keeps the token in Admin-Token",
  },
  user: {
    file: "e2e/console/navbar.test.ts",
    test: "the user's menu: personal centre, layout settings, log-out once it is confirmed",
  },
  sidebar: {
    file: "e2e/console/navbar.test.ts",
    test: "the side bar is 200 px wide and folds; the cookie sidebarStatus remembers 1 or 0",
  },
  sizes: {
    file: "e2e/console/navbar.test.ts",
    test: "sizes default, medium, small and mini change the controls at once; medium is the default",
  },
  full: {
    file: "e2e/console/navbar.test.ts",
    test: "fullscreen: the icon follows the browser's own events, and without it there is a warning alone",
  },
  messages: {
    file: "e2e/console/navbar.test.ts",
    test: "messages of success, error and information stand for 5 seconds and can be closed",
  },
  defaults: {
    file: "e2e/console/navbar.test.ts",
    test: "settings begin with the specification's defaults, and a theme changes all at once without a download",
  },
  roles: {
    file: "e2e/console/navbar.test.ts",
    test: "what stands for a role or a permission alone is there for admin, and gone for anyone who has neither",
  },
  menu: {
    file: "e2e/console/navbar.test.ts",
    test: "the side bar shows the server's menu to its order, and nobody's address is a page of it",
  },
  pager: {
    file: "e2e/console/lists.test.ts",
    test: "the pager: total, sizes, previous, pages, next, jumper; 20 rows at first; to the top in 800 ms",
  },
  keeps: {
    file: "e2e/console/lists.test.ts",
    test: "a cached tab keeps scroll, selection, typed text and its open dialog; a new page begins at its top",
  },
  expired: {
    file: "e2e/console/failures.test.ts",
    test: "many calls that meet an expired session open one dialog, and what was typed stays behind it",
  },
  codes: {
    file: "console/src/app/failures/failures.test.tsx",
    test: "codes and statuses have the catalogue's words, never two of the same at once",
  },
  c444: {
    file: "e2e/console/failures.test.ts",
    test: "444 asks for the authorization code, and a success logs out a second later",
  },
  late: {
    file: "e2e/console/failures.test.ts",
    test: "no answer, a late answer and an answer without a code",
  },
  assays: {
    file: "server/src/features/laboratory/assays/assay.test.ts",
    test: "keep all 18 analytes in μg/L, every digit as it was entered",
  },
  analytes: {
    file: "e2e/specification/entities.test.ts",
    test: "the 18 analytes have the specification's names on the wire, and the six categories",
  },
  types: {
    file: "e2e/specification/entities.test.ts",
    test: "the device types have the specification's keys",
  },
  fields: {
    file: "e2e/specification/entities.test.ts",
    test: "log-in, session user and authorization code have the specification's fields",
  },
  label: {
    file: "console/src/api/if-role.test.ts",
    test: "an empty list raises an error that says which label must be set",
  },
  nonstring: {
    file: "console/src/kit/settings-store.test.ts",
    test: "nothing chosen, nonsense and other types are the defaults",
  },
  decimal: { file: "console/src/kit/number.test.ts", test: "%s is a decimal" },
  nodecimal: { file: "console/src/kit/number.test.ts", test: "%s is none" },
  pattern: {
    file: "console/src/kit/text-pattern.test.ts",
    test: "a value is held against a pattern that is given as text",
  },
  fuzzy: { file: "console/src/app/search/find-pages.test.ts", test: "finds by a part and with a slip" },
  long: {
    file: "console/src/app/search/find-pages.test.ts",
    test: "nothing typed shows all, a pattern counts 32 characters",
  },
  choices: { file: "console/src/api/user-choices.test.ts", test: "what was chosen comes back" },
  visit: {
    file: "console/src/app/tabs/tab-store.test.ts",
    test: "a visited page is added once and its tab follows it",
  },
  affix: { file: "console/src/app/tabs/tab-store.test.ts", test: "affixed tabs stay" },
  ten: {
    file: "server/src/features/fleet/telemetry/property-post.test.ts",
    test: "reads a time of ten digits as seconds, as a number or as a text",
  },
  date: { file: "console/src/kit/moment.test.ts", test: "prints a moment in the server's zone" },
  code: {
    file: "console/src/kit/format-code.test.ts",
    test: "code is indented by 2 and wrapped at 110 columns where nothing else is asked for",
  },
  default: {
    file: "server/src/features/system/session/log-in.test.ts",
    test: "has lost a role's permissions at the next request after the role is taken",
  },
  device: {
    file: "server/src/features/fleet/devices/device.test.ts",
    test: "is reported by its family alone",
  },
  logs: {
    file: "server/src/features/fleet/telemetry/group-log.test.ts",
    test: "a log is newest first, in pages, within the span asked for, and flags what is out of range",
  },
  status: {
    file: "server/src/features/fleet/telemetry/group-log.test.ts",
    test: "properties are asked of the device, and reported with its own times and what it answered",
  },
  tree: {
    file: "server/src/features/system/menu/menu.test.ts",
    test: "of an administrator holds every page, each under a name of its own",
  },
  dictionaries: {
    file: "server/src/features/system/dict/dict.test.ts",
    test: "of work types, drug categories and device types is shipped in both languages",
  },
  nodictionary: {
    file: "server/src/features/system/dict/dict.test.ts",
    test: "that nobody knows is an empty list",
  },
  config: {
    file: "server/src/features/system/config/config.test.ts",
    test: "that is public is read by every session, in msg and in data",
  },
  configid: {
    file: "server/src/features/system/config/config.test.ts",
    test: "of one's own is added, changed and deleted",
  },
  c401: {
    file: "console/src/app/failures/describe-failure.test.ts",
    test: "401 opens the dialog, 500 says what the server said",
  },
} as const satisfies Record<string, Held>;

/** What sections 2 to 5, 8 and 9 of the specification say, sentence by sentence, with the tests that hold each. */
export const sentences: readonly Sentence[] = [
  {
    section: "2.public",
    says: "/login, /auth-redirect, /bind, /register, /forgetpassword are reachable without a token",
    by: [held.public],
  },
  {
    section: "2.public",
    says: "Also without the main layout: /redirect/{path} (refresh helper)",
    by: [held.cached, held.origin],
  },
  {
    section: "2.public",
    says: "Also without the main layout: /test, /test1, /face_login, /userAudit, /404, /401",
    by: [held.public, held.test1],
  },
  {
    section: "2.public",
    says: "Also without the main layout: /visual, /visualization, /visualMini",
    by: [held.routes, held.guard],
  },
  {
    section: "2.public",
    says: "/visual has child pages, each an entry with url /visual/{child} and a title",
    by: [held.screens],
  },
  { section: "2.guard", says: "Unknown paths redirect to /404", by: [held.guard] },
  { section: "2.guard", says: "With a token, visiting /login redirects to /", by: [held.guard] },
  {
    section: "2.guard",
    says: "With a token but no roles loaded: user info is fetched, routes are generated, and navigation is retried",
    by: [held.guard],
  },
  {
    section: "2.guard",
    says: "If fetching user info fails, the user is logged out locally and sent to /",
    by: [held.nouser],
  },
  { section: "2.guard", says: "Without a token, whitelisted paths pass", by: [held.public] },
  {
    section: "2.guard",
    says: "Without a token all others redirect to /login with a redirect parameter holding the original full path",
    by: [held.guard],
  },
  {
    section: "2.guard",
    says: "All other routes and their page components come from the server at login",
    by: [held.server, held.menu],
  },
  { section: "2.guard", says: "Page components are loaded on demand", by: [held.demand] },
  { section: "2.guard", says: "Router uses history mode", by: [held.guard] },
  { section: "2.guard", says: "Scroll resets to top", by: [held.keeps] },
  { section: "2.layout", says: "index (home, pinned tab)", by: [held.routes, held.tabs] },
  { section: "2.layout", says: "/camera/camera (large-screen monitoring)", by: [held.routes] },
  { section: "2.layout", says: "/userManagement/appuser (APP user management)", by: [held.routes] },
  { section: "2.layout", says: "/user/profile (personal center)", by: [held.routes, held.user] },
  { section: "2.sampler", says: "/device/Sampling (list)", by: [held.routes] },
  {
    section: "2.sampler",
    says: "/device/admin/{id (digits)}/{active_name}/{device_name}",
    by: [held.routes],
  },
  {
    section: "2.sampler",
    says: "with child tabs: device_info, data_up, server_down, timed_tasks, fast_image (in-box snapshot), open_video, device_look (monitoring), bottle_entering, sample_auto (list and detail/{time}), water_sampling (list and detail/{water_sampling_id}), water_assay (list and detail/{water_assay_id}), bind_samplePoint, operation_log (APP log), win_operation_log (platform log)",
    by: [held.routes],
  },
  { section: "2.handheld", says: "/device/handFastDetector (list)", by: [held.routes] },
  {
    section: "2.handheld",
    says: "admin/{id}/{active_name}/{device_name} with tabs: device_info, fast_image, device_type (test board type), data_up, image_analysis, detec_record, detec_params, detec_fast_record",
    by: [held.routes],
  },
  {
    section: "2.handheld",
    says: "/handFastDetector/hand/{tableId}/{deviceName} (record detail)",
    by: [held.routes],
  },
  {
    section: "2.boards",
    says: "/measureBoard/measureBoard (list) and measureBoard_tab/{measureBoard_id, optional} with board_detail",
    by: [held.routes],
  },
  {
    section: "2.boards",
    says: "Colloid variant /measureBoardColloid/... with board_detail_colloid",
    by: [held.routes],
  },
  { section: "2.liquid", says: "/device/liquidExtract (list)", by: [held.routes] },
  {
    section: "2.liquid",
    says: "admin/{id}/{active_name}/{device_name} with tabs: device_info, data_up, server_down, liquid_list (list and detail/{time}), bind_samplePoint",
    by: [held.routes],
  },
  { section: "2.liquid", says: "/dataApply/liquid/detail/{time}/{device_name}", by: [held.routes] },
  { section: "2.box", says: "/device/evidencebox (list)", by: [held.routes] },
  {
    section: "2.box",
    says: "admin/{id}/{active_name}/{device_name} with tabs: device_info, data_up, server_down, use_detail, fast_image, device_look, his_entrust, offsite_under, contract_award",
    by: [held.routes],
  },
  { section: "2.box", says: "/contractaward/contract/{tableId}/{deviceName}", by: [held.routes] },
  { section: "2.box", says: "/offsite/off/{tableId}/{deviceName}", by: [held.routes] },
  { section: "2.box", says: "/entrusted/entr/{tableId} and track/{tableId}", by: [held.routes] },
  { section: "2.other", says: "/mass/type/tab/{massId}", by: [held.routes] },
  { section: "2.other", says: "/maintenance/LogService (abnormal alarms)", by: [held.routes] },
  { section: "2.other", says: "/dict/type/data/{dictId}", by: [held.routes] },
  { section: "2.other", says: "/job/log", by: [held.routes] },
  { section: "2.other", says: "/gen/edit/{tableId}", by: [held.routes] },
  { section: "2.other", says: "/waterSampling/water", by: [held.routes] },
  { section: "2.other", says: "/waterAssay/detail", by: [held.routes] },
  { section: "2.other", says: "/report/samplePointDetail", by: [held.routes] },
  { section: "2.other", says: "/samplingAuto/detail, auto, list", by: [held.routes] },
  { section: "2.other", says: "/samplingDetail/{id}", by: [held.routes] },
  { section: "2.other", says: "/samplingDetaild", by: [held.routes] },
  { section: "2.other", says: "/entAdmin/entAdm/{tableId}", by: [held.routes] },
  { section: "2.other", says: "/appuser/appu/{tableId}", by: [held.routes] },
  { section: "2.other", says: "/work/edit/{taskId} and dispatch/{taskId}", by: [held.routes] },
  {
    section: "2.other",
    says: "/statistics/report/{taskId}, deviceLook/{deviceName}, serverDown/{deviceName}",
    by: [held.routes],
  },
  {
    section: "2.shell",
    says: "Navbar dropdown: personal center, layout settings, log out (confirm: 'sure to log out and exit the system?')",
    by: [held.user],
  },
  { section: "2.shell", says: "Tag menu: refresh, close current, close others, close all", by: [held.tabs] },
  { section: "2.shell", says: "Below 992 px width the sidebar closes (mobile mode)", by: [held.mobile] },
  { section: "2.shell", says: "Size options: default, medium, small, mini", by: [held.sizes] },
  {
    section: "2.shell",
    says: "Fullscreen toggle shows an enter or exit icon matching the state",
    by: [held.full],
  },
  {
    section: "3",
    says: "Session user: token, name, avatar, roles (list), permissions (list), user object (name, avatarUrl)",
    by: [held.fields],
  },
  { section: "3", says: "Empty avatarUrl means the default avatar", by: [held.user] },
  { section: "3", says: "Login payload: username, password, code, uuid", by: [held.login] },
  { section: "3", says: "Device info: fetched by device id", by: [held.device] },
  {
    section: "3",
    says: "Settings: theme (default #1890ff), showSettings (false), tagsView (true), fixedHeader (false), sidebarLogo (true), mapTheme",
    by: [held.defaults],
  },
  { section: "3", says: "Sidebar state: opened, withoutAnimation", by: [held.sidebar] },
  { section: "3", says: "Device kind (default desktop)", by: [held.mobile] },
  { section: "3", says: "Size (default medium)", by: [held.sizes] },
  {
    section: "3",
    says: "Tab views: visited and cached lists; each has path, name, meta.title, meta.affix, meta.noCache",
    by: [held.visit, held.affix, held.demand],
  },
  {
    section: "3",
    says: "Situation state: isShowEchart, startDemo, startDeviceId, alreadyStartId, randomStartDeviceId, alreadyRequestId",
    by: [held.walk, held.requests, held.screens],
  },
  {
    section: "3",
    says: "Pagination: total, page (default 1), limit (default 20), pageSizes (10, 20, 30, 50)",
    by: [held.pager],
  },
  { section: "3", says: "Paged calls use pageNum and pageSize", by: [held.pager] },
  {
    section: "3",
    says: "Drug analytes: amp, cotinine, benzoylEconine, cbd, cbn, cocaine, codeine, ketamine, mamp, mda, mdea, mdma, methcathinone, morphine, norketamine, thc, thcCooh, o6Acethyl",
    by: [held.analytes],
  },
  { section: "3", says: "Drug analytes (each measured in μg/L)", by: [held.assays] },
  {
    section: "3",
    says: "Smoke/drug categories: heroin, cocaine, ecstasy, weed, specialK, meth",
    by: [held.analytes],
  },
  { section: "3", says: "Device types: waterSample, mass, liquidExtract, evidenceBox", by: [held.types] },
  {
    section: "3",
    says: "Work types: forensic physical evidence, electronic data, forensic toxicology, trace identification, forensic clinical, forensic pathology, audio-video material, document examination, other, environmental evidence",
    by: [held.dictionaries],
  },
  {
    section: "3",
    says: "Dictionary data: dictValue, dictLabel; dictionary types are looked up by type",
    by: [held.dictionaries, held.nodictionary],
  },
  { section: "3", says: "System config: config id and config key", by: [held.config, held.configid] },
  { section: "3", says: "Auth-code request: authorizationCode", by: [held.c444, held.fields] },
  { section: "3", says: "Date-range search parameters: beginTime, endTime", by: [held.logs] },
  {
    section: "3",
    says: "Sampler call parameters: deviceName, index, bottleId, clearVolume, productKey, deliveryNo, type",
    by: [held.scan, held.delivery],
  },
  { section: "3", says: "Tree building uses id and parentId with children", by: [held.tree] },
  {
    section: "4",
    says: "Sidebar toggles open/closed and is remembered in a cookie (1 open, 0 closed)",
    by: [held.sidebar],
  },
  { section: "4", says: "Device kind is desktop or mobile", by: [held.mobile] },
  { section: "4", says: "Login stores the token in a cookie named Admin-Token", by: [held.login] },
  { section: "4", says: "Logout clears token, roles and permissions", by: [held.user] },
  { section: "4", says: "If user info has no roles, the role ROLE_DEFAULT is assigned", by: [held.default] },
  { section: "4", says: "Tabs: add; delete one", by: [held.tabs] },
  {
    section: "4",
    says: "Delete others (affixed tabs stay); delete all (affixed stay)",
    by: [held.tabs, held.affix],
  },
  { section: "4", says: "Cached tabs skip those marked noCache", by: [held.demand] },
  { section: "4", says: "Changing the theme colour recompiles the UI theme styles", by: [held.defaults] },
  {
    section: "4",
    says: "Demo mode, polygon highlight and map theme are stored per user name in local storage",
    by: [held.settings, held.choices, held.wall],
  },
  {
    section: "4",
    says: "Session expiry: the user is asked to log in again and is logged out to /index",
    by: [held.expired],
  },
  { section: "4", says: "Fullscreen state follows browser fullscreen-change events", by: [held.full] },
  {
    section: "4",
    says: "Sampler work status, mode, setting and environment status are read via calls",
    by: [held.status],
  },
  { section: "5", says: "Username is trimmed before login", by: [held.login] },
  {
    section: "5",
    says: "Role and permission directives require a non-empty list, otherwise they raise an error saying the role or permission label must be set",
    by: [held.label, held.roles],
  },
  { section: "5", says: "The theme picker ignores non-string values", by: [held.nonstring] },
  {
    section: "5",
    says: "Authorization-code prompt: if the user confirms with a value, it is submitted; no other check",
    by: [held.c444],
  },
  {
    section: "5",
    says: "A number check accepts signed or unsigned decimals, no leading zeros except a single zero, with optional fractional part",
    by: [held.decimal, held.nodecimal],
  },
  {
    section: "5",
    says: "A pattern-match helper checks a value against a given string pattern",
    by: [held.pattern],
  },
  {
    section: "5",
    says: "Header search is fuzzy: threshold 0.4, maximum pattern length 32",
    by: [held.fuzzy, held.long, held.search],
  },
  { section: "8", says: "Response code defaults to 200", by: [held.late] },
  {
    section: "8",
    says: "401: confirm box 'Login status has expired, you may stay on this page or log in again' with re-login/cancel; re-login logs out and goes to /index",
    by: [held.expired],
  },
  { section: "8", says: "500: error message with the server msg", by: [held.codes] },
  {
    section: "8",
    says: "Other non-200: error notification titled with mapped or server message",
    by: [held.codes],
  },
  {
    section: "8",
    says: "Code text 401: 'authentication failed, cannot access system resources'",
    by: [held.c401],
  },
  { section: "8", says: "Code text 403: 'no permission for this operation'", by: [held.codes] },
  { section: "8", says: "Code text 404: 'resource does not exist'", by: [held.codes] },
  {
    section: "8",
    says: "Code text default: 'unknown system error, please report to the administrator'",
    by: [held.codes],
  },
  { section: "8", says: "Network error: 'backend interface connection abnormal'", by: [held.late] },
  { section: "8", says: "Timeout: 'system interface request timed out'", by: [held.late] },
  {
    section: "8",
    says: "HTTP 444: prompt 'please enter the authorization code' (title 'unauthorized'); on success shows 'authorization succeeded' and logs out after 1 second",
    by: [held.c444],
  },
  { section: "8", says: "Other HTTP status: 'system interface {status} abnormal'", by: [held.codes] },
  { section: "8", says: "User info fetch fails in guard: local logout, go to /", by: [held.nouser] },
  { section: "8", says: "Unknown path: redirect to /404", by: [held.guard] },
  {
    section: "8",
    says: "Fullscreen unsupported: warning 'you browser can not work'; nothing else",
    by: [held.full],
  },
  { section: "8", says: "Login failures: passed to caller", by: [held.login] },
  { section: "8", says: "Messages display for 5 seconds", by: [held.messages] },
  {
    section: "8",
    says: "Success (closable green), error (closable red) and info messages exist",
    by: [held.messages],
  },
  { section: "9", says: "Request timeout 100000 ms", by: [held.late] },
  {
    section: "9",
    says: "Default page size 20 in list pagination (options 10, 20, 30, 50); default page number 1",
    by: [held.pager],
  },
  { section: "9", says: "10 for sampler image/video lists", by: [held.media] },
  { section: "9", says: "Pager layout: total, sizes, prev, pager, next, jumper", by: [held.pager] },
  { section: "9", says: "Scroll-to-top animation 800 ms after paging", by: [held.pager] },
  { section: "9", says: "Default theme #1890ff; eight predefined theme colours", by: [held.defaults] },
  { section: "9", says: "Sidebar width 200px", by: [held.sidebar] },
  { section: "9", says: "Mobile breakpoint 992 px", by: [held.mobile] },
  { section: "9", says: "Tag context menu width 105", by: [held.tabs] },
  {
    section: "9",
    says: "Map themes: default themeCT (tea field); themeQHC (blue-and-white porcelain); themeYM (eyes); themeLYXZ (Oz green)",
    by: [held.defaults, held.settings, held.wall],
  },
  { section: "9", says: "Default UI size medium", by: [held.sizes] },
  {
    section: "9",
    says: "Header search fuzzy threshold 0.4, max pattern length 32",
    by: [held.fuzzy, held.long, held.search],
  },
  { section: "9", says: "Timestamps of 10 digits are treated as seconds", by: [held.ten] },
  { section: "9", says: "Default date format: year-month-day hour:minute:second", by: [held.date] },
  { section: "9", says: "Code-formatter defaults: indent size 2, wrap line length 110", by: [held.code] },
  { section: "9", says: "Footer years 2021-2024", by: [held.login] },
];
