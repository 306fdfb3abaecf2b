/** Checks what the routes cannot check: the names of arguments, and those that only the tools read. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { mcpLimits } from './mcp-limits.ts'
import { ToolError } from './tool-error.ts'
import type { Tool, ToolArguments } from './tool.ts'

const fix = 'Correct the arguments and call again.'

function unknownNames(given: object, known: Readonly<Record<string, unknown>>, prefix: string): string[] {
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `${prefix}${name}`)
}

function integerProblem(name: string, value: unknown, min: number, max: number): string[] {
  if (value === undefined || value === null) return []
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  return fits ? [] : [`\`${name}\` must be an integer from ${min} to ${max}`]
}

/**
 * Returns the arguments without those that are null, which mean omitted.
 * @throws ToolError with every problem; the values of the other arguments are checked by the route.
 */
export function checkedArguments({ name, input, ownCursors = false }: Tool, given: unknown): ToolArguments {
  if (!isObject(given)) throw new ToolError('validation_failed', 'the arguments must be an object', fix)
  const known = input.properties as Readonly<Record<string, { properties?: Record<string, unknown> }>>
  const options = given['options'] ?? {}
  const unknown = [
    ...unknownNames(given, known, ''),
    ...(isObject(options) ? unknownNames(options, known['options']?.properties ?? {}, 'options.') : []),
  ]
  const missing =
    given['cursor'] == null || ownCursors ? (input.required ?? []).filter((each) => given[each] == null) : []
  const problems = [
    ...unknown.map((each) => `\`${each}\` is not an argument of ${name}, which has ${Object.keys(known).join(', ')}`),
    ...missing.map((each) => `\`${each}\` is required`),
    ...(isObject(options) ? [] : ['`options` must be an object']),
    ...integerProblem('wait_seconds', given['wait_seconds'], 0, mcpLimits.waitSecsMax),
    ...integerProblem(
      'max_characters',
      given['max_characters'],
      mcpLimits.replyCharactersMin,
      mcpLimits.replyCharactersMax,
    ),
    ...integerProblem('index', given['index'], 0, Number.MAX_SAFE_INTEGER),
    ...integerProblem('call_index', given['call_index'], 0, Number.MAX_SAFE_INTEGER),
  ].slice(0, mcpLimits.fieldProblemsMax)
  if (problems.length > 0) {
    throw new ToolError(unknown.length > 0 ? 'unknown_field' : 'validation_failed', problems.join('; '), fix)
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}
