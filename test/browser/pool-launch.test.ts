import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { browserPids, openContext, startPoolLab, until, poolProcesses } from './pool-lab.ts'

const roomTakenMax = 50

/** Removes the folders of all browsers and ends the browsers. */
async function takeRoom(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    await rm(join(scratch, name), { recursive: true, force: true, maxRetries: 3 })
  }
  for (const pid of await browserPids(scratch)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

describe('a browser that does not start', () => {
  let root: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'launch-'))
    // As root the pool runs its browsers as another user.
    await chmod(root, 0o755)
  })
  after(() => rm(root, { recursive: true, force: true }))

  /** Starts a pool with another program in place of the browser; the start must fail and leave nothing behind. */
  async function failure(name: string, content: string | Buffer): Promise<string> {
    const executable = join(root, name)
    await writeFile(executable, content)
    await chmod(executable, 0o755)
    const scratchParent = await mkdtemp(join(root, 'scratch-'))
    await chmod(scratchParent, 0o755)
    const engines = { headless_shell: executable, chrome: null }
    const error = await startPoolLab({ engines, scratchParent }).then(
      () => null,
      (reason: Error) => reason,
    )
    assert.equal(error?.name, 'EngineUnavailableError')
    assert.deepEqual(await readdir(scratchParent), [])
    assert.deepEqual(await poolProcesses(scratchParent), [])
    return error?.message ?? ''
  }

  test('is reported with the end of its output', async () => {
    assert.match(
      await failure('talks', '#!/bin/sh\necho "cannot open shared object" >&2\nexit 127\n'),
      /cannot open shared object/,
    )
  })

  test('is reported as a missing sandbox if that is the reason', async () => {
    const program = '#!/bin/sh\necho "FATAL: No usable sandbox! Update your kernel" >&2\nexit 1\n'
    assert.match(await failure('sandboxless', program), /SEINE_BROWSER_SANDBOX=off/)
  })

  test('is no crash of ours when it is no program at all', async () => {
    assert.match(await failure('junk', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3])), /did not start/)
  })

  test('is ended when it closes its pipes and stays', async () => {
    assert.match(await failure('mute', '#!/bin/sh\nexec 3<&- 4>&-\nsleep 300\n'), /did not start/)
  })

  test('is reported when it has no room for its scratch directory', async () => {
    const lab = await startPoolLab()
    try {
      await assert.rejects(
        async () => {
          // Repeats it: a browser that still writes while its folder is removed recreates the folder.
          for (let round = 0; round < roomTakenMax; round += 1) {
            await takeRoom(lab.scratch)
            await (await openContext(lab)).release()
          }
        },
        { name: 'EngineUnavailableError', message: /did not start: ENOENT/ },
      )
    } finally {
      await lab.close()
    }
  })
})

test('browsers end when the process they belong to is killed', async () => {
  const program = `
    const { startPoolLab } = await import(${JSON.stringify(new URL('./pool-lab.ts', import.meta.url).href)})
    console.log((await startPoolLab()).scratch)
    setInterval(() => {}, 1_000)`
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(owner.stdout, 'data')) as [Buffer]
  const scratch = said.toString().trim()
  assert.notDeepEqual(await poolProcesses(scratch), [])
  owner.kill('SIGKILL')
  await until('no process is left', async () => (await poolProcesses(scratch)).length === 0)

  // The next pool in the same place removes what the killed one left.
  const lab = await startPoolLab({ scratchParent: scratch })
  assert.equal((await readdir(scratch)).length, 1)
  await lab.close()
  assert.deepEqual(await readdir(scratch), [])
  await rm(scratch, { recursive: true, force: true })
})
