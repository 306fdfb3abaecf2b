/**
 * Prints the CPU time of every hostile input, over all threads of this process and with every output requested, and
 * finally the longest delay of this process's own event loop: `node activities/extract/testing/hostile/report.ts [pattern]`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { UnreadableContentError, type Extractor, type ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { createExtractorPool } from '../../pool.ts'
import { unpackOutputs } from '../unpack-outputs.ts'
import type { HostileInput } from './input.ts'
import { hostileInputs } from './inputs.ts'

interface Outcome {
  /** Short description of the answer. */
  answer: string
  /** False when readable text is missing. */
  isComplete: boolean
}

const delays = monitorEventLoopDelay({ resolution: 5 })

/** Excludes the time this process takes to build a page and to check its outputs. */
async function watched<T>(work: Promise<T>): Promise<T> {
  delays.enable()
  try {
    return await work
  } finally {
    delays.disable()
  }
}

async function inputOutcome(pool: Extractor, request: ExtractRequest, expect: string | null): Promise<Outcome> {
  try {
    const { extractor, degraded, outputs } = await watched(pool.extract(request, 'acme'))
    const { markdown = '' } = unpackOutputs(outputs)
    const answer = `${extractor}${degraded === null ? '' : `, ${degraded}`}`
    return { answer, isComplete: expect === null || markdown.includes(expect) }
  } catch (error) {
    if (error instanceof UnreadableContentError) return { answer: error.code, isComplete: expect === null }
    throw error
  }
}

async function row(pool: Extractor, input: HostileInput, onlyMainContent: boolean): Promise<string> {
  const request: ExtractRequest = {
    url: 'https://example.org/a/b?c=d',
    bytes: input.bytes(1),
    contentType: input.contentType,
    formats: ['markdown', 'clean_html', 'html', 'links'],
    onlyMainContent,
    metadata: 'structured',
    compared: true,
  }
  const before = process.cpuUsage()
  const { answer, isComplete } = await inputOutcome(pool, request, input.expect)
  const { user, system } = process.cpuUsage(before)
  const seconds = ((user + system) / 1e6).toFixed(2).padStart(6)
  return `${seconds} s  ${onlyMainContent ? 'main ' : 'whole'}  ${input.name}: ${answer}${isComplete ? '' : ', TEXT MISSING'}`
}

const pattern = new RegExp(process.argv[2] ?? '', 'i')
const pool = createExtractorPool({ threads: 1 })
for (const input of hostileInputs.filter(({ name }) => pattern.test(name))) {
  for (const onlyMainContent of [true, false]) process.stdout.write(`${await row(pool, input, onlyMainContent)}\n`)
}
await pool.close()
process.stdout.write(`longest delay of the event loop: ${(delays.max / 1e6).toFixed(0)} ms\n`)
