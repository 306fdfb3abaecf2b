/**
 * Tests with a child process that writes to its pipe as a browser does: real processes, a real pipe.
 * Needs a process of its own: it measures the memory of its process.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { localBrowsers } from './child-browser.ts'
import { browserProcesses } from './process-group.ts'
import { MessageTooLargeError } from './pipe-transport.ts'

const mib = 1024 * 1024

/** Starts a child that runs a program; the program writes to descriptor 4. */
async function child(program: string, messageMaxBytes: number) {
  const root = await mkdtemp(join(tmpdir(), 'child-'))
  const faults: Error[] = []
  const browser = await localBrowsers(root, null)(process.execPath, ['-e', program], {
    messageMaxBytes,
    onPipeFault: (fault) => faults.push(fault),
  })
  const messages: string[] = []
  Object.assign(browser.transport, { onmessage: (message: string) => void messages.push(message.slice(0, 40)) })
  return {
    browser,
    faults,
    messages,
    end: async () => {
      await browser.destroy()
      const left = await browserProcesses(browser.pid, root)
      await rm(root, { recursive: true, force: true })
      return left
    },
  }
}

/** Starts a helper process, as browsers do, and writes one gigabyte as a single message. */
const endless = `
  const { spawn } = require('node:child_process')
  const { writeSync } = require('node:fs')
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  writeSync(4, '{"id":1}\\0{"method":"Network.requestWillBeSent","params":{"url":"')
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let count = 0; count < 1024; count += 1) {
    for (let at = 0; at < piece.length;) {
      try { at += writeSync(4, piece, at) } catch (error) { if (error.code !== 'EAGAIN') throw error }
    }
  }
  setInterval(() => {}, 1000)`

test('a child that writes a gigabyte is killed with its helpers as soon as it exceeds the limit', async () => {
  let peak = 0
  const before = process.memoryUsage().rss
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
  const { browser, faults, messages, end } = await child(endless, 64 * mib)
  assert.match(await browser.exited, /SIGKILL/)
  clearInterval(sampling)
  assert.deepEqual(messages, ['{"id":1}'])
  assert.ok(faults[0] instanceof MessageTooLargeError)
  assert.match(faults[0].message, /more than 67108864 bytes/)
  assert.ok(peak - before < 200 * mib, `${peak - before} bytes more`)
  assert.deepEqual(await end(), [])
})

test('a child whose message is not JSON is ended, and nothing else', async () => {
  const program = `require('node:fs').writeSync(4, 'no JSON\\0'); setInterval(() => {}, 1000)`
  const { browser, faults, end } = await child(program, mib)
  Object.assign(browser.transport, { onmessage: (message: string) => void JSON.parse(message) })
  assert.match(await browser.exited, /SIGKILL/)
  assert.equal(faults[0]?.name, 'SyntaxError')
  assert.deepEqual(await end(), [])
})
