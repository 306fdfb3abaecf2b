/** Entry of an extraction thread: processes one page at a time until it is ended. */
import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import {
  UnreadableContentError,
  type BodyDigest,
  type ExtractRequest,
  type ExtractResult,
} from '@seine/shared/pages/extraction.ts'
import { extractPage, extractPlainPage } from './extract-page.ts'
import { packResult } from './pack-result.ts'
import { RedactorCache } from '../redaction/redaction.ts'
import { redactedResult } from '../redaction/redacted-result.ts'
import type { PageTask, TaskAnswer, TextsTask, ThreadMessage, ThreadTask } from './pool-protocol.ts'
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'
import { quietConsole } from '../html/quiet-console.ts'
import { ThreadResidue } from '../html/thread-residue.ts'

const port = parentPort
if (port === null) throw new Error('pool-thread.ts runs as a worker thread only')

const post = (message: ThreadMessage): void =>
  port.postMessage(message, message.kind === 'result' ? [message.result.outputs.buffer] : [])

type Answer = TaskAnswer extends infer Each ? (Each extends unknown ? Omit<Each, 'residue' | 'used'> : never) : never

/** Redactors of the sessions whose pages this thread processed recently. */
const redactors = new RedactorCache()

/**
 * Packs a result and redacts it. A page is redacted only here: its texts are already in the thread, and no event loop
 * waits for it.
 */
function packed({ redaction }: ExtractRequest, result: ExtractResult, body: BodyDigest): Answer {
  const shown = redaction === undefined ? result : redactedResult(result, redaction, redactors.get(redaction))
  return { kind: 'result', result: packResult({ ...shown, body }) }
}

const bodyDigest = (bytes: Uint8Array): BodyDigest => ({ bytes: bytes.byteLength, sha256: hash('sha256', bytes) })

function redactedTexts({ texts, redaction }: TextsTask): Answer {
  const redactor = redactors.get(redaction)
  return { kind: 'texts', texts: texts.map((each) => redactor.text(each.text, each)) }
}

/** After a fault of the extractor the page loses only its main content; a binary document has nothing else. */
function afterFault(request: ExtractRequest, fault: string): ExtractResult {
  try {
    const result = extractPlainPage(request, 'extractor_error')
    return { ...result, warnings: [...result.warnings, `extractor: ${fault}`] }
  } catch (error) {
    if (!(error instanceof UnreadableContentError)) throw error
    throw new UnreadableContentError('broken_document', `the document cannot be read: ${fault}`)
  }
}

async function answer(task: ThreadTask): Promise<Answer> {
  if ('texts' in task) return redactedTexts(task)
  const given = await pageAnswer(task)
  releaseBytes(task.request.bytes)
  return given
}

async function pageAnswer({ request, plain }: PageTask): Promise<Answer> {
  // Before the extraction, because readers of documents may transfer the bytes.
  const body = bodyDigest(request.bytes)
  try {
    if (plain !== null) return packed(request, extractPlainPage(request, plain), body)
    let result: ExtractResult
    try {
      result = await extractPage(request)
    } catch (error) {
      if (error instanceof UnreadableContentError) throw error
      result = afterFault(request, String(error))
    }
    return packed(request, result, body)
  } catch (error) {
    if (error instanceof UnreadableContentError) return { kind: 'unreadable', code: error.code, message: error.message }
    throw error
  }
}

quietConsole()
const residue = new ThreadResidue()

// An exception ends the thread, which the pool notices at once.
port.on('message', (task: ThreadTask) => {
  answer(task).then(
    (given) => post({ ...given, residue: residue.found(), used: process.threadCpuUsage() }),
    () => process.exit(1),
  )
})
residue.start()
post({ kind: 'ready', used: process.threadCpuUsage() })
