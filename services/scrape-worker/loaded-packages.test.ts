/** What the start of a worker loads: every package stays in its memory. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Prints the packages that a process has loaded, when it ends. */
const report = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const path = url.split('/node_modules/').at(-1)
      if (path !== url) packages.add(path.split('/').slice(0, path.startsWith('@') ? 2 : 1).join('/'))
      return next(url, context)
    },
  })
  process.on('exit', () => process.stderr.write('loaded ' + JSON.stringify([...packages])))`

test('a worker loads what few jobs need with its first use', async () => {
  const hook = `data:text/javascript,${encodeURIComponent(report)}`
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, main, '--print-config'])
  const loaded = new Set(JSON.parse(stderr.split('loaded ').at(-1) ?? '') as string[])
  assert.ok(loaded.has('@temporalio/worker'))
  for (const late of ['nodemailer', 'hyparquet-writer', 'socks']) assert.equal(loaded.has(late), false, late)
})
