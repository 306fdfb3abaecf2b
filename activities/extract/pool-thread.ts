/** Entry of an extraction thread: answers one page at a time until it is ended. */
import { parentPort } from 'node:worker_threads'
import { UnreadableContentError, type ExtractResult } from './contract.ts'
import { extractPage, extractPlainPage } from './extract-page.ts'
import { packResult } from './pack-result.ts'
import type { PageTask, ThreadMessage } from './pool-protocol.ts'

const port = parentPort
if (port === null) throw new Error('pool-thread.ts runs as a worker thread only')

const post = (message: ThreadMessage): void =>
  port.postMessage(message, message.kind === 'result' ? [message.result.outputs.buffer] : [])

const packed = (result: ExtractResult): ThreadMessage => ({ kind: 'result', result: packResult(result) })

/** A fault of the extractor costs the page its main content, never the page. */
async function answer({ request, plain }: PageTask): Promise<ThreadMessage> {
  try {
    if (plain !== null) return packed(extractPlainPage(request, plain))
    try {
      return packed(await extractPage(request))
    } catch (error) {
      if (error instanceof UnreadableContentError) throw error
      const result = extractPlainPage(request, 'extractor_error')
      return packed({ ...result, warnings: [...result.warnings, `extractor: ${String(error)}`] })
    }
  } catch (error) {
    if (error instanceof UnreadableContentError) return { kind: 'unreadable', code: error.code, message: error.message }
    throw error
  }
}

port.on('message', (task: PageTask) => void answer(task).then(post))
post({ kind: 'ready' })
