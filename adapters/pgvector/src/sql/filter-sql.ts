import type { Filter } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";

/**
 * Translates a metadata filter into a condition on the column `metadata` (jsonb), with the meaning of
 * `matchesFilter`.
 */
export function filterSql(filter: Filter): SQL {
  switch (filter.kind) {
    case "contains":
      return sql`metadata @> ${JSON.stringify(filter.value)}::jsonb`;
    case "and":
      return filter.parts.length === 0 ? sql`true` : joined(filter.parts, sql` and `);
    case "or":
      return filter.parts.length === 0 ? sql`false` : joined(filter.parts, sql` or `);
    case "not":
      return sql`not (${filterSql(filter.part)})`;
    case "exists":
      return sql`(${valueAt(filter.path)}) is not null`;
    case "in": {
      const values = filter.values.map((value) => JSON.stringify(value));
      return anyItem(filter.path, sql`item = any(${sql.param(values)}::text[]::jsonb[])`);
    }
    case "compare": {
      const operator = sql.raw({ $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" }[filter.operator]);
      // `case` checks the type before the cast: `and` guarantees no order of evaluation, and casting a string would
      // fail.
      return typeof filter.value === "number"
        ? anyItem(
            filter.path,
            sql`case when jsonb_typeof(item) = 'number' then item::numeric ${operator} ${filter.value}::float8::numeric else false end`,
          )
        : anyItem(
            filter.path,
            sql`jsonb_typeof(item) = 'string' and (item #>> '{}') collate "C" ${operator} ${filter.value}::text`,
          );
    }
  }
}

function joined(parts: readonly Filter[], operator: SQL): SQL {
  return sql`(${sql.join(
    parts.map((part) => filterSql(part)),
    operator,
  )})`;
}

/** SQL for the value at a path of object keys: SQL null where there is none. JSON null is a value. */
function valueAt(path: readonly string[]): SQL {
  return path.reduce((value, name) => sql`${value} -> ${name}::text`, sql`metadata`);
}

/** SQL that is true when the value at a path, or any item of it when it is an array, meets the condition. */
function anyItem(path: readonly string[], condition: SQL): SQL {
  const value = valueAt(path);
  return sql`exists (
    select 1 from jsonb_array_elements(
      case jsonb_typeof(${value}) when 'array' then ${value} else coalesce(jsonb_build_array(${value}), '[]') end
    ) as items(item)
    where (${value}) is not null and ${condition}
  )`;
}
