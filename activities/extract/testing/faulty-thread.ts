/**
 * A thread for tests of the pool: behaves as the page instructs. `hang`, `crash` and `flood` act on the first, full
 * attempt; with the prefix `always` also on the cheap one.
 */
import { parentPort, threadId } from 'node:worker_threads'
import { emptyResult } from '../empty-result.ts'
import { packResult } from '../pack-result.ts'
import type { PageTask, ThreadMessage } from '../pool-protocol.ts'

function misbehave(what: string): void {
  if (what.includes('hang')) for (;;);
  if (what.includes('crash')) throw new Error('crashed on purpose')
  if (what.includes('exit')) process.exit(3)
  if (what.includes('regex')) /^(?:a|a)*$/.test(`${'a'.repeat(40)}b`)
  if (what.includes('buffers')) {
    const kept: Uint8Array[] = []
    for (;;) kept.push(new Uint8Array(1024 * 1024).fill(1))
  }
  // Fills memory inside one built-in function, where V8 ends the process once its own limit is reached.
  if (what.includes('parse')) JSON.parse(`[${'{},'.repeat(3_000_000)}1]`)
  if (what.includes('flood')) {
    const kept: string[][] = []
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => `item ${i}`))
  }
}

const port = parentPort
const post = (message: ThreadMessage): void => port?.postMessage(message)

port?.on('message', ({ request, plain }: PageTask) => {
  const text = new TextDecoder().decode(request.bytes)
  if (plain === null || text.startsWith('always')) misbehave(text)
  const result = packResult(emptyResult(request, plain ?? ''))
  const residue = text.includes('residue') ? 'a timer' : null
  post({
    kind: 'result',
    residue,
    result: { ...result, degraded: plain, extractor: text, warnings: [`thread ${threadId}`] },
  })
})
post({ kind: 'ready' })
