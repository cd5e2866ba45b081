import type { Catalogue } from "../en.ts";

/** Texts of the line that says why the page waits for the server. */
export const trouble: Catalogue["trouble"] = {
  offline: "此设备已离线，连接恢复后页面会继续。",
  unreachable: "无法连接服务器，正在自动重试…",
  limited: (time) => `目前调用过多，页面将在 ${time}后继续。`,
  busy: "服务器繁忙，正在自动重试…",
  slow: "服务器响应比平时慢，仍在等待…",
};
