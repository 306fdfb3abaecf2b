/** Calls a route for a tool and turns its problems into errors of the tool. */
import type { RouteCall } from '../tool/route-caller.ts'
import { boundedWarnings } from './page-text.ts'
import { routeError } from '../tool/tool-error.ts'
import type { ToolArguments, ToolContext } from '../tool/tool.ts'

/** @returns the body of a successful answer. @throws ToolError */
export async function routeResult(
  { call, signal }: ToolContext,
  request: Omit<RouteCall, 'signal'>,
): Promise<Record<string, unknown>> {
  const answer = await call({ ...request, signal })
  if (answer.status >= 400) throw routeError(answer)
  return answer.body
}

/** Returns the arguments for a route: those of `options` beside the others, without those that only the tool reads. */
export function routeArguments({ options, ...given }: ToolArguments): Record<string, unknown> {
  const { cursor: _cursor, max_characters: _characters, ...own } = given
  return { ...own, ...(options as object | undefined) }
}

/** Returns the members of an answer that a structured result has; its warnings are bounded. */
export const factsOf = (body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = body[name]
      if (value === undefined) return []
      return [[name, name === 'warnings' ? boundedWarnings(value) : value]]
    }),
  )
