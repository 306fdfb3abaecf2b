import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const residueUrl = new URL('./thread-residue.ts', import.meta.url).href

/** Returns what is found in a clean thread after it has run `code` and waited for its effects. */
async function residueAfter(code: string): Promise<unknown> {
  const script = `
    import { parentPort } from 'node:worker_threads'
    import { ThreadResidue } from ${JSON.stringify(residueUrl)}
    parentPort.on('message', () => {})
    const residue = new ThreadResidue()
    residue.start()
    ${code}
    setImmediate(() => setImmediate(() => { parentPort.postMessage(residue.found()); process.exit() }))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
  const [found] = (await once(worker, 'message')) as [unknown]
  return found
}

describe('ThreadResidue', () => {
  it('finds nothing in a clean thread', async () => {
    assert.equal(await residueAfter(''), null)
  })

  it('survives and finds an uncaught error and an unhandled rejection', async () => {
    assert.equal(await residueAfter(`setImmediate(() => { throw new Error('late') })`), 'Error: late')
    assert.equal(await residueAfter(`Promise.reject(new Error('unawaited'))`), 'Error: unawaited')
  })

  it('finds a timer that is still running', async () => {
    assert.match(String(await residueAfter('setInterval(() => {}, 60_000)')), /Timeout/)
  })
})
