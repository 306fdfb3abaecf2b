import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findEngines } from './engine-paths.ts'

const unset = { SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' }

describe('engines', () => {
  let root: string
  /** Puts an executable into a folder; it prints the same line for any arguments. */
  const install = async (folder: string, name: string, prints = ''): Promise<string> => {
    await mkdir(join(root, folder), { recursive: true })
    const path = join(root, folder, name)
    await writeFile(path, `#!/bin/sh\necho '${prints}'\n`)
    await chmod(path, 0o755)
    return path
  }

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'engines-'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  test('are found by name in PATH, the best name first whatever the order of folders', async () => {
    await install('one', 'headless_shell')
    const shell = await install('two', 'chromium-headless-shell')
    const chrome = await install('two', 'google-chrome-stable')
    const path = `${join(root, 'one')}:${join(root, 'two')}`
    assert.deepEqual(await findEngines(unset, { PATH: path }), { headless_shell: shell, chrome })
  })

  test('that are set go before everything else', async () => {
    const shell = await install('set', 'my-shell')
    await install('path', 'chromium-headless-shell')
    const found = await findEngines({ ...unset, SEINE_BROWSER_SHELL: shell }, { PATH: join(root, 'path') })
    assert.deepEqual(found, { headless_shell: shell, chrome: null })
  })

  test('of PUPPETEER_EXECUTABLE_PATH are distinguished by name, then by what they print', async () => {
    const byName = await install('named', 'chrome-headless-shell')
    const byPrint = await install('printing', 'browser', 'Google Chrome for Testing HeadlessChrome 156.0')
    const full = await install('printing', 'other', 'Chromium 156.0.8078.79')
    for (const [path, expected] of [
      [byName, { headless_shell: byName, chrome: null }],
      [byPrint, { headless_shell: byPrint, chrome: null }],
      [full, { headless_shell: null, chrome: full }],
    ] as const) {
      assert.deepEqual(await findEngines(unset, { PUPPETEER_EXECUTABLE_PATH: path, PATH: '' }), expected)
    }
  })

  test('that are set and missing are an error with the name of the setting', async () => {
    const missing = { ...unset, SEINE_BROWSER_CHROME: join(root, 'missing') }
    await assert.rejects(findEngines(missing, { PATH: '' }), {
      name: 'EngineUnavailableError',
      message: /SEINE_BROWSER_CHROME/,
    })
    await assert.rejects(findEngines(unset, { PUPPETEER_EXECUTABLE_PATH: root, PATH: '' }), /PUPPETEER_EXECUTABLE_PATH/)
  })

  test('that cannot be found are an error that says what to install', async () => {
    await assert.rejects(findEngines(unset, { PATH: root }), /chromium-headless-shell/)
  })
})
