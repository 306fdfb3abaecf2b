/** Runs the part of `./dev bench json` with real pages: what they state is removed, and read again from the rest. */
import { decodeText } from '@seine/activities/html/charset/charset.ts'
import type { createExtractorPool } from '@seine/activities/extract/pool.ts'
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'
import { foldOf, siteOf } from '../../../train/folds.ts'
import { readPage, readTruth } from '../../extraction/dev-set.ts'
import { removeStatements } from './remove-statements.ts'
import { ShownPage } from './shown-values.ts'
import { schemaOfKind } from './stated-kinds.ts'
import { scoreProperty, type StatedCounts } from './stated-score.ts'
import { statementsOf, type Statement } from './stated-values.ts'

/** `tuned`: sites that rules may be made with; `held-out`: sites only measured. */
export type StatedPart = 'tuned' | 'held-out'

/** Folds of `test/train/folds.ts` whose sites are held out: two of five. */
const heldOutFolds: ReadonlySet<number> = new Set([3, 4])

/** Result of one kind of thing on one page. */
export interface StatedRun {
  id: string
  url: string
  part: StatedPart
  kind: string
  counts: Record<string, StatedCounts>
  /** Only of tuned sites: rules must not be made with answers of the others. */
  answers?: { stated: Statement['values']; given: Record<string, unknown>; sources: Record<string, string> }
}

/**
 * Reads every page that states something, without its statements, in page order.
 * @throws at the end, when a page still stated something.
 */
export async function* statedRuns(
  pool: ReturnType<typeof createExtractorPool>,
  signal: AbortSignal,
): AsyncGenerator<StatedRun> {
  const stillStated: string[] = []
  for (const truth of readTruth()) {
    signal.throwIfAborted()
    const { id, url } = truth
    const html = decodeText(readPage(truth), null, 'html').text
    const statements = statementsOf(html, url)
    if (statements.length === 0) continue
    const rest = removeStatements(html)
    if (statementsOf(rest, url).length > 0) stillStated.push(id)
    const page = new ShownPage(rest)
    for (const statement of statements) {
      const { kind, values } = statement
      const result = await pool.extract(
        {
          url,
          bytes: new Uint8Array(Buffer.from(rest)),
          contentType: 'text/html; charset=utf-8',
          formats: ['json'],
          onlyMainContent: true,
          compared: false,
          jsonSchema: schemaOfKind(kind),
        },
        'acme',
      )
      const { json } = JSON.parse(Buffer.from(result.outputs).toString()) as ExtractedOutputs
      const given = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
      const counts: StatedRun['counts'] = {}
      for (const property of Object.keys(kind.properties)) {
        const score = scoreProperty(statement, property, given[property], page)
        if (score !== null) counts[property] = score
      }
      const part = heldOutFolds.has(foldOf(siteOf(url))) ? 'held-out' : 'tuned'
      const answers = { stated: values, given, sources: result.jsonReport?.sources ?? {} }
      yield { id, url, part, kind: kind.kind, counts, ...(part === 'tuned' && { answers }) }
    }
  }
  if (stillStated.length > 0) throw new Error(`statements are left in the pages ${stillStated.join(', ')}`)
}
