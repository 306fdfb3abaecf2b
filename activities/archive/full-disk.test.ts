/** Archives of a batch on a full disk, with errors raised by the operating system rather than by the test. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FullDiskReport } from './testing/batch-on-full-disk.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('testing/batch-on-full-disk.ts', import.meta.url))

/** Runs the program in a shell after a preparation command, with its own temporary folder. */
async function reportAfter(t: TestContext, preparation: string, shell: readonly string[]): Promise<FullDiskReport> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-full-disk-'))
  t.after(async () => await rm(folder, { recursive: true, force: true }))
  const [command, ...before] = [...shell, 'bash', '-c', `${preparation} && exec "$0" "$1"`, process.execPath, program]
  const { stdout } = await run(command, before, { env: { ...process.env, TMPDIR: folder } })
  return JSON.parse(stdout) as FullDiskReport
}

const smallDisk = 'mount -t tmpfs -o size=1m seine-test "$TMPDIR"'

/** Returns a shell command that can mount in its own namespace; null when the system refuses that. */
async function mountingShell(): Promise<readonly string[] | null> {
  for (const shell of [
    ['unshare', '--mount'],
    ['unshare', '--user', '--map-root-user', '--mount'],
  ]) {
    const [command, ...options] = shell
    const probe = [...options, 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'seine-test', tmpdir()]
    const isAllowed = await run(command!, probe).then(
      () => true,
      () => false,
    )
    if (isAllowed) return shell
  }
  return null
}

const whole = { status: 'completed', warnings: [], lines: { markdown: 40, html: 40 }, settled: true }

describe('archives of a batch', () => {
  it('are complete when the disk of temporary files is full', async (t) => {
    const shell = await mountingShell()
    if (shell === null)
      return t.skip('this system lets no test mount a file system, not even in a namespace of its own')
    assert.deepEqual(await reportAfter(t, smallDisk, shell), { fault: 'ENOSPC', ...whole })
  })

  it('are complete when temporary files may not reach the needed size', async (t) => {
    // In blocks of 1,024 bytes.
    assert.deepEqual(await reportAfter(t, 'ulimit -f 1024', []), { fault: 'EFBIG', ...whole })
  })

  it('write their temporary file where there is room for it', async (t) => {
    assert.deepEqual(await reportAfter(t, 'true', []), { fault: null, ...whole })
  })
})
