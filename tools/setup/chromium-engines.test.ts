import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { chromiumEngines, engineVariables, findEngine } from './chromium-engines.ts'
import { SetUpError } from './set-up-error.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-engines-'))
after(() => rmSync(base, { recursive: true, force: true }))

const [shell, chrome] = chromiumEngines

/** Creates a directory with these executables. */
function directory(...names: string[]): string {
  const path = mkdtempSync(join(base, 'bin-'))
  for (const name of names) {
    writeFileSync(join(path, name), '#!/bin/sh\n')
    chmodSync(join(path, name), 0o755)
  }
  return path
}

test('each engine is found on PATH under any of its names, the best name first', () => {
  for (const engine of chromiumEngines) {
    for (const name of engine.names) {
      const PATH = directory(name)
      assert.deepEqual(findEngine(engine, { PATH }), { path: join(PATH, name), source: 'PATH' })
    }
    const PATH = directory(...engine.names)
    assert.equal(findEngine(engine, { PATH })?.path, join(PATH, engine.names[0]))
    assert.equal(findEngine(engine, { PATH: directory('firefox') }), null)
  }
})

test('a variable has priority over PATH, and one that names no executable is an error', () => {
  const named = join(directory('my-browser'), 'my-browser')
  const PATH = directory('chromium')
  assert.deepEqual(findEngine(chrome, { PATH, SEINE_BROWSER_CHROME: named }), { path: named, source: 'variable' })
  assert.throws(
    () => findEngine(chrome, { PATH, SEINE_BROWSER_CHROME: join(PATH, 'missing') }),
    (error) => error instanceof SetUpError && /SEINE_BROWSER_CHROME names .*missing/.test(error.message),
  )
})

test("Puppeteer's variable names one engine, by the name of the file; a wrong one is no concern of ours", () => {
  const PATH = directory('chrome-headless-shell', 'chrome')
  const asShell = { PUPPETEER_EXECUTABLE_PATH: join(PATH, 'chrome-headless-shell') }
  assert.equal(findEngine(shell, asShell)?.source, 'variable')
  assert.equal(findEngine(chrome, asShell), null)
  const asChrome = { PUPPETEER_EXECUTABLE_PATH: join(PATH, 'chrome') }
  assert.equal(findEngine(chrome, asChrome)?.path, join(PATH, 'chrome'))
  assert.equal(findEngine(shell, asChrome), null)
  assert.equal(findEngine(chrome, { PUPPETEER_EXECUTABLE_PATH: '/nonexistent' }), null)
})

test('engines are handed on by their variables, those that are not here left out', () => {
  assert.deepEqual(engineVariables({ shell: '/s', chrome: null }), { SEINE_BROWSER_SHELL: '/s' })
  assert.deepEqual(engineVariables(undefined), {})
})
