import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { startFixtureSite } from './fixture-site.ts'

async function program(t: TestContext, source: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'seine-site-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'site.mjs')
  await writeFile(file, source)
  return file
}

const listening = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => response.end('hello'))
  server.listen(0, '127.0.0.1', () => {
    console.log('starting')
    console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port }))
  })
`

describe('the bundled website', () => {
  test('answers at the address it printed and is gone after stop', async (t) => {
    const site = await startFixtureSite(await program(t, listening))
    assert.match(site.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
    assert.equal(await (await fetch(site.url)).text(), 'hello')
    await site.stop()
    await site.stop()
    await assert.rejects(fetch(site.url))
  })

  test('one that does not start is an error with its complaint', async (t) => {
    const file = await program(t, `console.error('no such port'); process.exitCode = 1`)
    await assert.rejects(startFixtureSite(file), /^Error: the bundled website did not start: no such port$/)
  })

  test('one that ends without a word is an error, too', async (t) => {
    await assert.rejects(startFixtureSite(await program(t, '')), /did not start: it ended before it listened$/)
  })

  test('leaves no listener on the process behind', async (t) => {
    const before = process.listenerCount('exit')
    const site = await startFixtureSite(await program(t, listening))
    await site.stop()
    assert.equal(process.listenerCount('exit'), before)
  })
})
