import { sql } from "drizzle-orm";

/**
 * A common table expression of one row for a statement that inserts: `with ${keptPlans} insert ... select ... from
 * kept_plans, ...`. Until the transaction ends, the database then keeps plans instead of planning for each execution
 * (`CONNECTION`). It plans the check of a foreign key for each inserted row otherwise, which takes more time than the row.
 * A kept plan must suit tables that grow, so it uses indexes even while a table is small.
 */
export const keptPlans = sql`kept_plans as materialized (
  select set_config('plan_cache_mode', 'auto', true), set_config('enable_seqscan', 'off', true)
)`;
