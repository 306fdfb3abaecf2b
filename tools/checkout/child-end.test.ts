import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { childSucceeds } from './child-end.ts'

/** Starts a program that prints a line once it waits. */
const waiting = (program: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })

test('a child that ends with another code than 0 has failed', async () => {
  assert.equal(await childSucceeds(waiting('')), true)
  assert.equal(await childSucceeds(waiting('process.exitCode = 3')), false)
})

test('a signal to this process alone ends the child in its own way', async () => {
  const inner = `process.on('SIGTERM', () => { console.log('stops'); process.exit(0) })
    setInterval(() => undefined, 1000)
    console.log('waits')`
  const parent = waiting(`
    import { spawn } from 'node:child_process'
    const { childSucceeds } = await import(${JSON.stringify(import.meta.resolve('./child-end.ts'))})
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })
    process.exitCode = (await childSucceeds(child)) ? 0 : 1`)
  let printed = ''
  parent.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (printed === 'waits\n') parent.kill('SIGTERM')
  })
  const [code] = (await once(parent, 'exit')) as [number | null]
  assert.deepEqual([printed, code], ['waits\nstops\n', 0])
})
