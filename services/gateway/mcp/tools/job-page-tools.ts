/** Tools that read the pages of jobs, while they run and after. */
import { setTimeout as sleep } from 'node:timers/promises'
import { screenshotFormats } from '@seine/shared/tasks/formats.ts'
import { Type } from 'typebox'
import { pathOfJob } from './job-paths.ts'
import { mcpLimits } from '../tool/mcp-limits.ts'
import { contentText } from './page-text.ts'
import { cursorOfPlace, placeOfCall, portionOfPart, type ListPart, type ToolListPlace } from './part-cursor.ts'
import { routeResult } from './route-result.ts'
import { jobIdField, listArguments, listFacts, strictObject, waitField } from './tool-schemas.ts'
import type { Tool, ToolArguments, ToolContext } from '../tool/tool.ts'

interface PageFacts {
  index: number
  url: string
  status: number | null
  success: boolean
  title: string | null
  output: Record<string, unknown>
  omitted: { format: string; reason: string }[]
  error: string | null
  errorCode: string | null
}

/** Formats a page: a heading in our words, then its content or the reason for its absence. */
function pageText(page: PageFacts): string {
  const { index, url, status, title, success, output, omitted, error, errorCode } = page
  const content = Object.keys(output).length > 0 ? contentText(output) : ''
  const reason = success ? '' : `Failed: ${errorCode ?? 'unknown'}: ${error ?? ''}`
  const missing = omitted.map((each) => `${each.format} is not here: ${each.reason}`)
  const heading = [`=== Page ${index}: ${title ?? 'no title'} ===`, `${url} (status ${status ?? 'none'})`]
  return [heading.join('\n'), reason, ...missing, content].filter((part) => part !== '').join('\n\n')
}

const queryOf = (part: string | null, output: unknown): string => {
  const query = new URLSearchParams({ limit: String(mcpLimits.pagesAtOnce) })
  if (part !== null) query.set('cursor', part)
  if (Array.isArray(output) && output.length > 0) query.set('output', output.join(','))
  return query.toString()
}

interface PagesPart {
  pages: PageFacts[]
  next: string | null
  complete: boolean
}

async function readPart(path: string, place: ToolListPlace, output: unknown, context: ToolContext): Promise<PagesPart> {
  const body = await routeResult(context, { method: 'GET', path: `${path}/pages?${queryOf(place.part, output)}` })
  const {
    data,
    next_cursor: next,
    complete,
  } = body as unknown as {
    data: PageFacts[]
    next_cursor: string | null
    complete: boolean
  }
  return { pages: data, next, complete }
}

/** Reads a part; while the job has no further pages, waits for some. */
async function awaitPart(
  path: string,
  place: ToolListPlace,
  given: ToolArguments,
  context: ToolContext,
): Promise<PagesPart> {
  const until = performance.now() + Number(given['wait_seconds'] ?? 0) * 1_000
  for (;;) {
    const part = await readPart(path, place, given['output'], context)
    const leftMs = until - performance.now()
    if (part.complete || part.pages.length > place.entry || leftMs <= 0) return part
    context.report('no further pages so far')
    await sleep(Math.min(mcpLimits.pollMs, leftMs), undefined, { signal: context.signal })
  }
}

/**
 * Reads one page whole.
 * @param output formats to read; without any, all but screenshots, as in the list.
 * @throws ToolError also for a format that the job does not have.
 */
async function onePage(path: string, index: number, output: unknown, context: ToolContext): Promise<PagesPart> {
  const body = await routeResult(context, { method: 'GET', path: `${path}/pages/${index}` })
  const page = body as unknown as PageFacts
  const named = Array.isArray(output) && output.length > 0 ? (output as string[]) : null
  const has = (format: string): boolean =>
    format in page.output || page.omitted.some((omitted) => omitted.format === format)
  const absent = (named ?? []).filter((format) => !has(format))
  // A format that this page lacks may still be one of the job: the list of pages refuses all others.
  if (absent.length > 0) {
    const query = new URLSearchParams({ limit: '1', output: absent.join(',') })
    await routeResult(context, { method: 'GET', path: `${path}/pages?${query.toString()}` })
  }
  const isWanted = (format: string): boolean =>
    named?.includes(format) ?? !screenshotFormats.some((each) => each === format)
  const only: PageFacts = {
    ...page,
    output: Object.fromEntries(Object.entries(page.output).filter(([format]) => isWanted(format))),
    omitted: page.omitted.filter(({ format }) => isWanted(format)),
  }
  return { pages: [only], next: null, complete: false }
}

const shortFacts = ({ index, url, success }: PageFacts) => ({ index, url, success })

const pageFields = strictObject({
  index: Type.Integer({ description: 'Position in the job.' }),
  url: Type.String({ description: 'The URL.' }),
  success: Type.Boolean({ description: 'Whether it was read.' }),
})

const pagesTool = (kind: 'crawl' | 'batch'): Tool => ({
  name: `${kind}_pages`,
  title: kind === 'crawl' ? 'Read pages of a crawl' : 'Read pages of a batch',
  description: `Reads the pages of a job of ${kind}_start, in the order in which they finished, while it runs and after: as many as fit, then continue with \`cursor\`. With \`index\` it reads one page.`,
  input: strictObject({
    id: jobIdField,
    index: Type.Optional(Type.Integer({ minimum: 0, description: 'Only this page.' })),
    output: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Formats of the job to read, such as markdown; default all but screenshots.',
      }),
    ),
    wait_seconds: waitField('Waits up to this long for further pages.'),
    ...listArguments,
  }),
  output: strictObject({
    pages: Type.Array(pageFields, { description: 'The pages of this reply.' }),
    complete: Type.Boolean({ description: 'True at the end of a job that has ended.' }),
    ...listFacts,
  }),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ownCursors: true,
  async run(given, context) {
    const path = pathOfJob(String(given['id']))
    const place = placeOfCall(given, ['index', 'output'])
    const { index, output } = place.bound
    const { pages, next, complete } =
      typeof index === 'number'
        ? await onePage(path, index, output, context)
        : await awaitPart(path, place, { ...given, output }, context)
    const part: ListPart = { texts: pages.map(pageText), next }
    const portion = portionOfPart(part, place, Number(given['max_characters'] ?? mcpLimits.replyCharactersDefault))
    const shown = pages.slice(portion.entries.from, portion.entries.to)
    const atEnd = portion.next === null
    const isWaiting = shown.length === 0 && !complete
    return {
      facts: { pages: shown.map(shortFacts), complete: complete && atEnd },
      words: isWaiting
        ? 'No further pages so far: the job is still running; call again with this cursor and wait_seconds.'
        : `${shown.length} pages.${complete && atEnd ? ' The job has no further pages.' : ''}`,
      text: portion.text,
      nextCursor: portion.next === null ? null : cursorOfPlace(portion.next),
    }
  },
})

export const jobPageTools: readonly Tool[] = [pagesTool('crawl'), pagesTool('batch')]
