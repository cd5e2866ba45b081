import { invalidField } from "@quarry/core/internal";
import { expects, type Json, type Metadata, metadataProblem } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { OPERATORS, unknownOperator } from "./condition-operators.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });

/** The conditions of a question to an external knowledge base. */
export const MetadataCondition = Type.Object({
  logical_operator: Type.Optional(
    Type.Union([Type.Literal("and"), Type.Literal("or"), Type.Null()], expects("and or or")),
  ),
  conditions: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({
          name: Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: 20 })], {
            ...expects("the name of a metadata field, or an array of names"),
          }),
          comparison_operator: Type.String({ maxLength: 40 }),
          value: Type.Optional(Type.Unknown()),
        }),
        { maxItems: 100 },
      ),
      Type.Null(),
    ]),
  ),
});
/** Static type of {@link MetadataCondition}. */
export type MetadataCondition = Static<typeof MetadataCondition>;

/**
 * Converts the conditions into a metadata filter. With several names, one of the fields must fulfil the condition.
 * @throws QuarryError `invalid_request` for an operator that a metadata filter cannot express.
 */
export function toConditionFilter({ logical_operator, conditions }: MetadataCondition): Metadata {
  if (!conditions || conditions.length === 0) return {};
  const parts = conditions.map(({ name, comparison_operator, value }, index) => {
    const at = `/metadata_condition/conditions/${index}`;
    const names = typeof name === "string" ? [name] : name;
    const operator = OPERATORS.get(comparison_operator);
    if (!operator) throw unknownOperator(comparison_operator, at);
    return { $or: names.map((one) => operator(one, value as Json | undefined, at)) };
  });
  const filter = { [logical_operator === "or" ? "$or" : "$and"]: parts };
  const problem = metadataProblem(filter);
  if (problem !== null) throw invalidField("/metadata_condition", problem);
  return filter;
}
