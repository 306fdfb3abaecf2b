/** Entry of the thread that reads result pages: one at a time, until it is ended. */
import { parentPort } from 'node:worker_threads'
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'
import { readResultPage } from './read-page.ts'
import { quietConsole } from '../../html/quiet-console.ts'
import type { PageToRead, ReadingMessage } from './reading-protocol.ts'
import { selectorSetOf } from './selector-set.ts'

const port = parentPort
if (port === null) throw new Error('reading-thread.ts runs as a worker thread only')

quietConsole()

const post = (message: ReadingMessage): void => port.postMessage(message)

// An exception ends the thread, which the process notices at once.
port.on('message', ({ engine, outputs, url, status }: PageToRead) => {
  const { html = '' } = JSON.parse(Buffer.from(outputs).toString()) as ExtractedOutputs
  post({ kind: 'read', reading: readResultPage(html, url, status, selectorSetOf(engine)) })
})
post({ kind: 'ready' })
