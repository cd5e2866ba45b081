import type { Catalogue } from "../en.ts";

/** Texts of the history of a document. */
export const history: Catalogue["history"] = {
  title: "历史记录",
  kept: "事件保留 7 天。",
  none: "最近 7 天内此文档没有任何事件。",
  uploaded: (size) => `已上传，${size}`,
  replaced: (size) => `已被新版本替换，${size}`,
  started: "开始处理",
  processed: (passages) => `已处理：${passages}`,
  processedIn: (passages, time) => `已处理，用时 ${time}：${passages}`,
  recut: (passages) => `已重新处理：${passages}`,
  failed: "处理失败",
  notImproved: "重新处理失败，文档保持原样",
  queued: "等待重新处理",
  renamed: (before, after) => `已从“${before}”重命名为“${after}”`,
  metadata: (fields) => `元数据已更改：${fields}`,
  changed: "已更改",
  expiring: (time) => `将被删除：${time}`,
  deleted: "已删除",
};
