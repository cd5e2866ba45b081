import { markup } from "../../../../platform/http/markup.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../../platform/settings/accounts.ts";
import type { PageText } from "./en.ts";
import { named } from "./named.ts";

const PASSWORD_LENGTH = `请设置 ${PASSWORD_MIN_CHARS} 到 ${PASSWORD_MAX_CHARS} 个字符的密码。`;
const LINK_EXPIRED = "此链接已过期或已被使用。请重新申请。";
const START_AGAIN = "请从该程序重新开始";

/** The text of the pages without script, in simplified Chinese. */
export const zh: PageText = {
  language: "zh",
  tag: "zh-Hans",
  direction: "ltr",
  roles: { owner: "所有者", admin: "管理员", member: "成员" },
  field: {
    email: "邮箱",
    password: "密码",
    newPassword: `密码（至少 ${PASSWORD_MIN_CHARS} 个字符）`,
    name: "姓名",
  },
  signIn: {
    title: "登录",
    submit: "登录",
    createAccount: "创建账户",
    forgotPassword: "忘记密码？",
    reference: "参考文档",
  },
  signUp: { title: "创建账户", submit: "创建账户", haveAccount: "我已有账户" },
  setUp: {
    title: "设置 Quarry",
    hint: "创建所有者的账户。此链接只能使用一次。",
    submit: "创建所有者账户",
    invalid: { title: "此链接已失效", message: "Quarry 已有所有者，或者这不是日志中的链接。" },
  },
  forgotPassword: {
    title: "忘记密码？",
    hint: "输入账户的邮箱地址，你会收到一封带链接的邮件。",
    submit: "发送链接",
    sent: {
      title: "请查看邮箱",
      message: "如果存在使用此地址的账户，带链接的邮件已经发出。链接在一小时内有效。",
    },
    notSent: "邮件未能发送",
  },
  resetPassword: { title: "设置新密码", submit: "设置密码", newLink: "申请新链接" },
  invitation: {
    title: (organization) => `加入 ${organization}`,
    hint: (role, email) => markup`你被邀请成为${role}。你当前以 ${named(email)} 登录。`,
    submit: "加入",
    invalid: { title: "此邀请已失效", message: "它已被接受、已被撤回，或已超过七天。请对方重新邀请。" },
  },
  account: {
    title: "账户",
    signedIn: (email) => markup`已登录为 ${named(email)}。`,
    dashboard: "控制台",
    reference: "API 参考",
    organizations: "组织",
    active: (organization, role) => markup`${organization}，${role}（当前）`,
    organization: (organization, role) => markup`${organization}，${role}`,
    switchTo: "切换",
    assistants: "助手",
    noAssistant: "没有助手拥有访问权限。要连接助手，请把本服务的地址加上 /mcp 提供给它。",
    assistant: (assistant, organization) =>
      organization === undefined
        ? markup`${assistant}，不属于任何组织`
        : markup`${assistant}，位于 ${organization}`,
    remove: "移除",
    signOut: "退出登录",
  },
  consent: {
    unnamed: "未命名的程序",
    title: (client) => `${client} 请求访问权限`,
    hint: (email, role, organization) =>
      markup`已登录为 ${named(email)}，${named(organization)} 的${role}。请选择它可以做什么：`,
    scopes: {
      "spaces:read": "查看你的空间",
      "spaces:write": "创建和修改空间",
      "spaces:delete": "归档和删除空间",
      "documents:read": "读取文档",
      "documents:write": "添加和修改文档",
      "documents:delete": "删除文档",
      "queries:read": "检索你的文档",
    },
    stayConnected: "保持连接，直到你将其移除",
    notGranted: (scope, role) => markup`${scope}：未授予，因为你的角色是${role}`,
    describedBy: (host) => markup`该程序的说明来自 ${named(host)}。`,
    sentTo: (host) => markup`你的回答会发送到 ${named(host)}。只有在你自己发起此操作时才允许访问。`,
    unknownAddress: "未知地址",
    allow: "允许",
    doNotAllow: "不允许",
    useInstead: (organization) => `改用 ${organization}`,
    unknown: { title: "未知程序", message: "此程序未在这里注册。请从该程序重新开始。" },
    changed: {
      title: "你已切换组织",
      message: "你所回答的页面属于另一个组织，而不是当前组织。请从该程序重新开始，并核对页面上的组织。",
    },
    nothingTicked: {
      title: "没有勾选任何项目",
      message: "请至少勾选一项该程序可以做的事，或者回答不允许。请返回上一页。",
    },
  },
  document: {
    place: (space, page) => markup`位于 ${named(space)}${page === undefined ? "" : `，第 ${page} 页`}`,
    original: "原始文件",
    noText: "此文档还没有文本。",
    before: "前面的文本",
    behind: "后面的文本",
    notShown: "无法显示此文档",
    switchFirst: "如果它属于你的另一个组织，请先切换到该组织。",
  },
  problem: {
    title: "此请求无法继续",
    brokenRequest: "该程序的请求不完整、已被更改或已过期。请从该程序重新开始。",
    invalidRequest: (code) =>
      `该程序发送了无效的请求（${code}）。${START_AGAIN}。如果仍然无效，请联系其开发者。`,
    unknown: `出了点问题。${START_AGAIN}，或者登录。`,
    tooManyAttempts: "尝试次数过多。请等待一分钟后再试。",
    failed: "请求失败。请重试。",
  },
  errors: {
    INVALID_EMAIL_OR_PASSWORD: "邮箱地址或密码错误。请重试，或通过“忘记密码？”重置密码。",
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "使用此地址的账户已存在。请登录，或在登录页面重置密码。",
    PASSWORD_TOO_SHORT: PASSWORD_LENGTH,
    PASSWORD_TOO_LONG: PASSWORD_LENGTH,
    VALIDATION_ERROR: "请填写所有字段，并输入完整的邮箱地址，例如 name@example.com。",
    INVALID_TOKEN: LINK_EXPIRED,
    YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
      "此邀请是发给另一个地址的。请在 /app 退出登录，然后用收到邀请的地址登录。",
    NO_ORGANIZATION:
      "你不是任何组织的成员，或者已不在当前组织中。请在 /app 选择一个组织，或在那里退出后重新登录以获得自己的组织。",
  },
  linkErrors: {
    invalid_client: "该程序未在这里注册，或注册已失效。请从该程序中移除本服务，然后重新添加。",
    invalid_redirect: "该程序要求重定向到一个未注册的地址。请从该程序中移除本服务，然后重新添加。",
    INVALID_TOKEN: LINK_EXPIRED,
    TOKEN_EXPIRED: LINK_EXPIRED,
  },
};
