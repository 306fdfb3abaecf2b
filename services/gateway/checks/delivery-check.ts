/** Checks the names of delivery targets in a request: the operator configures them, and may change them at any time. */
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { ProblemList } from '@seine/shared/api/rules/problem-list.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import type { DeliveryTargets } from '@seine/shared/operator-services/delivery-target-file.ts'

export interface DeliveryCheckPorts {
  deliveryTargets: DeliveryTargets
}

/** Words for the targets that a tenant may name. */
const ruleOf = (known: readonly string[]): string =>
  known.length === 0
    ? 'must be the name of a delivery target; this service has none for this key'
    : `must be the name of a delivery target: ${known.map((name) => `\`${name}\``).join(', ')}`

/**
 * Returns a problem for each name in `deliver_to` that is no target of the tenant. A target that the tenant may not use
 * is treated as nonexistent.
 * @param body the parsed JSON of a job, of any type; the schema reports entries that are no texts.
 */
export async function deliveryErrors(
  body: unknown,
  tenant: string,
  { deliveryTargets }: DeliveryCheckPorts,
): Promise<FieldProblem[]> {
  const given: unknown = isObject(body) ? body['deliver_to'] : undefined
  if (!Array.isArray(given) || given.length === 0) return []
  const known = (await deliveryTargets.of(tenant)).map(({ name }) => name)
  const list = new ProblemList()
  for (const [at, name] of given.slice(0, deliveryLimits.targetsPerJobMax).entries()) {
    if (typeof name !== 'string' || known.includes(name)) continue
    list.add(`/deliver_to/${at}`, 'validation_failed', ruleOf(known), name)
  }
  return list.problems
}
