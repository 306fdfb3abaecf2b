/** Entry of an extraction thread: answers one page at a time until it is ended. */
import { parentPort } from 'node:worker_threads'
import { UnreadableContentError, type ExtractRequest, type ExtractResult } from './contract.ts'
import { extractPage, extractPlainPage } from './extract-page.ts'
import { packResult } from './pack-result.ts'
import type { PageTask, TaskAnswer, ThreadMessage } from './pool-protocol.ts'
import { quietConsole } from './quiet-console.ts'
import { ThreadResidue } from './thread-residue.ts'

const port = parentPort
if (port === null) throw new Error('pool-thread.ts runs as a worker thread only')

const post = (message: ThreadMessage): void =>
  port.postMessage(message, message.kind === 'result' ? [message.result.outputs.buffer] : [])

type Answer = TaskAnswer extends infer Each ? (Each extends unknown ? Omit<Each, 'residue'> : never) : never

const packed = (result: ExtractResult): Answer => ({ kind: 'result', result: packResult(result) })

/** A fault of the extractor costs the page its main content, never the page; a binary document has nothing else. */
function afterFault(request: ExtractRequest, fault: string): ExtractResult {
  try {
    const result = extractPlainPage(request, 'extractor_error')
    return { ...result, warnings: [...result.warnings, `extractor: ${fault}`] }
  } catch (error) {
    if (!(error instanceof UnreadableContentError)) throw error
    throw new UnreadableContentError('broken_document', `the document cannot be read: ${fault}`)
  }
}

async function answer({ request, plain }: PageTask): Promise<Answer> {
  try {
    if (plain !== null) return packed(extractPlainPage(request, plain))
    try {
      return packed(await extractPage(request))
    } catch (error) {
      if (error instanceof UnreadableContentError) throw error
      return packed(afterFault(request, String(error)))
    }
  } catch (error) {
    if (error instanceof UnreadableContentError) return { kind: 'unreadable', code: error.code, message: error.message }
    throw error
  }
}

quietConsole()
const residue = new ThreadResidue()

// A page without an answer costs the thread, which tells the pool at once.
port.on('message', (task: PageTask) => {
  answer(task).then(
    (given) => post({ ...given, residue: residue.found() }),
    () => process.exit(1),
  )
})
residue.start()
post({ kind: 'ready' })
