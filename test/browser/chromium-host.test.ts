/** Browsers started by another process and reached over a Unix socket. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startChromiumHost, type ChromiumHost } from '@seine/activities/browser/chromium-host/host.ts'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import { openContext, poolProcesses, silentLog, startPoolLab, until } from './pool-lab.ts'

/** Sends one line as an unknown client and returns the answer. */
async function asked(path: string, line: string): Promise<string> {
  const socket = connect(path)
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += String(chunk)))
  socket.write(line)
  await until('an answer', () => text.includes('\n') || socket.destroyed)
  socket.destroy()
  return text
}

describe('a host of browsers', () => {
  let folder: string
  let host: ChromiumHost
  let socket: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'host-'))
    await chmod(folder, 0o755)
    socket = join(folder, 's')
    const engines = await findEngines({ SEINE_BROWSER_SHELL: '', SEINE_BROWSER_CHROME: '' }, process.env)
    const executables = Object.values(engines).filter((path) => path !== null)
    host = await startChromiumHost({ socket, executables, scratchParent: folder, log: silentLog })
  })

  after(async () => {
    await host?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('starts browsers for a pool, with their sandbox, and nothing is left of them', async () => {
    const lab = await startPoolLab({ socket })
    const lease = await openContext(lab)
    const page = await lease.context.newPage()
    assert.equal(await page.evaluate('1 + 1'), 2)
    // A message that takes many reads in both directions.
    const long = 'x'.repeat(3_000_000)
    assert.equal(await page.evaluate((text: string) => text.length, long), long.length)
    assert.equal(((await page.evaluate("'y'.repeat(3_000_000)")) as string).length, 3_000_000)
    // Its folders belong to the host process.
    assert.notDeepEqual(await poolProcesses(folder), [])
    await lease.release()
    await lab.close()
    await until('no process is left', async () => (await poolProcesses(folder)).length === 0)
    const root = (await readdir(folder)).find((name) => name.startsWith('seine-'))
    await until('no folder is left', async () => (await readdir(join(folder, root!))).length === 0)
  })

  test('reports the last words of a browser that does not start', async () => {
    const lab = await startPoolLab({ socket })
    await lab.close()
    await assert.rejects(startPoolLab({ socket, engines: { headless_shell: '/bin/false', chrome: null } }), {
      name: 'EngineUnavailableError',
      message: /is not a browser of this host/,
    })
  })

  test('a browser ends with its worker, and a worker learns of the end of a browser', async () => {
    const lab = await startPoolLab({ socket })
    const lease = await openContext(lab)
    const [main] = await poolProcesses(folder)
    process.kill(main!.pid, 'SIGKILL')
    await until('the pool knows', () => lease.lost.aborted)
    await lease.release()
    await lab.close()
  })

  test('ignores messages of other protocols, and continues', async () => {
    assert.equal(await asked(socket, 'no JSON\n'), '')
    assert.equal(await asked(socket, '{"kind":"pipe","browser":"none"}\n'), '')
    assert.equal(await asked(socket, 'x'.repeat(300_000)), '')
    const lab = await startPoolLab({ socket })
    await lab.close()
  })

  test('makes way when another process of the worker comes', async () => {
    const answer = await asked(socket, '{"kind":"spawn","worker":"another","executable":"/bin/true","flags":[]}\n')
    assert.match(answer, /"kind":"refused".*"retry":true/)
    assert.match(await host.ended, /another process of the worker/)
  })
})
