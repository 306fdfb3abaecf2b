/** Patterns of callers' schemas, compiled once for the pages of a job. */
import { linearRegExp } from '@seine/shared/api/output-schema.ts'

type Pattern = ReturnType<typeof linearRegExp>

const keptMax = 64
const patterns = new Map<string, Pattern>()

/** @param source a pattern without problems. */
export function keptPattern(source: string): Pattern {
  const known = patterns.get(source)
  if (known !== undefined) return known
  const pattern = linearRegExp(source)
  const oldest = patterns.keys().next()
  if (patterns.size >= keptMax && !oldest.done) patterns.delete(oldest.value)
  patterns.set(source, pattern)
  return pattern
}
