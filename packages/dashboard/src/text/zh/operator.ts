import type { Catalogue } from "../en.ts";
import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the operator's page. */
export const operator: Catalogue["operator"] = {
  nav: "运维",
  title: "运维",
  forbidden: "只有运维者可以查看此页面，即此服务器上第一个组织的所有者。",
  hint: "整个服务及所有组织。只有第一个组织的所有者能看到此页面。",
  version: "版本",
  upSince: (when) => `启动于${when}`,
  database: "数据库",
  databases: { embedded: "内嵌 PostgreSQL", server: "PostgreSQL 服务器" },
  vectorStore: "向量存储",
  model: (name) => `向量模型 ${name}`,
  documents: "文档",
  inSpaces: (spaces, organizations) => `分布在 ${organizations} 个组织的 ${spaces} 个空间中`,
  disk: "可用磁盘空间",
  of: (total) => `共 ${total}`,
  memory: "内存",
  children: (bytes) => `另有子进程占用 ${bytes}`,
  problems: "当前问题",
  queues: "队列",
  queue: {
    jobs: "待处理的文档",
    webhook_deliveries: "Webhook 投递",
    vector_store_changes: "向量存储的更改",
    bulk_operations: "批量更改",
  },
  queueEmpty: "空",
  queueState: (running, due, later) =>
    [
      running > 0 ? `${integer(running)} 个处理中` : "",
      due > 0 ? `${integer(due)} 个到期` : "",
      later > 0 ? `${integer(later)} 个稍后` : "",
    ]
      .filter((part) => part !== "")
      .join("，"),
  oldest: (age) => `最早的${age}`,
  failures: "失败的文档（按原因）",
  failed: count("个文档"),
  noFailures: "没有失败的文档。",
  retrying: (n) => `${integer(n)} 个文档将再次尝试。`,
  latest: (when) => `最近${when}`,
  doctor: "诊断",
  doctorHint: "相互比对文档、文件和索引。可能需要几分钟，服务会继续运行。",
  examine: "检查",
  repair: "检查并修复",
  examining: "正在检查…",
  good: "一切正常",
  bad: count("个问题"),
  repaired: "已修复",
  found: "已发现",
  shown: (n, total) => `显示 ${integer(total)} 个中的前 ${integer(n)} 个。`,
};
