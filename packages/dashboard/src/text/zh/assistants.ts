import type { Catalogue } from "../en.ts";

/** Texts of assistants. */
export const assistants: Catalogue["assistants"] = {
  title: "助手",
  hint: "通过 Model Context Protocol 代表你操作的程序。每个程序只拥有你勾选的权限，且不会超出你的角色。",
  empty: "没有助手拥有访问权限",
  emptyHint: "把此地址添加到助手中。它会在这里打开一个页面，由你选择它可以做什么。",
  connect: "连接助手",
  address: "地址",
  clients: {
    claudeCode: "Claude Code",
    vsCode: "VS Code",
    cursor: "Cursor 及其他使用文件的客户端",
    other: "其他",
  },
  clientHints: {
    claudeCode: "在终端中运行此命令，然后输入 /mcp 登录。",
    vsCode: "在终端中运行此命令。",
    cursor: "将此内容写入 .cursor/mcp.json 或你的客户端的配置文件。",
    other: "将此地址添加为远程服务器，登录页面会在浏览器中打开。",
  },
  unnamed: "未命名的程序",
  since: (when) => `授权于${when}`,
  used: (when) => `${when}使用过`,
  neverUsed: "从未使用",
  noRights: "已无任何权限",
  inOrganization: (name) => `位于 ${name}`,
  formerOrganization: "你已退出的组织",
  scopes: {
    "spaces:read": "查看空间",
    "spaces:write": "修改空间",
    "spaces:delete": "删除空间",
    "documents:read": "读取文档",
    "documents:write": "修改文档",
    "documents:delete": "删除文档",
    "queries:read": "检索",
    offline_access: "保持连接",
  },
  remove: "移除",
  removeTitle: (name) => `移除“${name}”？`,
  removeHint: "它会立即失去访问权限，之后可以再次授权。",
  removeDone: (name) => `“${name}”已没有访问权限`,
};
