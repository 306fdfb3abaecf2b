import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const loader = fileURLToPath(new URL('plain-sources.js', import.meta.url))

const run = async (program: string, environment: Record<string, string> = {}): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [`--import=${loader}`, program], {
    env: { PATH: process.env['PATH'], ...environment },
  })
  return stdout.trim()
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-plain-'))
  t.after(async () => await rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

describe('plain sources', () => {
  it('runs sources without types as they are, also in threads with the same argument', async (t) => {
    const folder = await folderOf(t)
    const main = join(folder, 'main.ts')
    await writeFile(join(folder, 'part.ts'), 'export const sum = (a, b) => a + b')
    await writeFile(
      join(folder, 'thread.ts'),
      `import { parentPort } from 'node:worker_threads'; import { sum } from './part.ts'; parentPort.postMessage(sum(2, 3))`,
    )
    await writeFile(
      main,
      `import { Worker } from 'node:worker_threads'; import { sum } from './part.ts'
      new Worker(new URL('thread.ts', import.meta.url), { execArgv: process.execArgv }).on('message', (each) => console.log(sum(1, 1), each))`,
    )
    assert.equal(await run(main), '2 5')
    await writeFile(main, 'const typed: number = 1; console.log(typed)')
    await assert.rejects(run(main), /SyntaxError/, 'it does not load the type stripper')
  })

  it('removes types once when it has a folder for the results', async (t) => {
    const folder = await folderOf(t)
    const main = join(folder, 'main.ts')
    const kept = join(folder, 'kept')
    await mkdir(kept)
    await writeFile(main, 'const typed: number = 1; console.log(typed)')
    for (let count = 0; count < 2; count += 1) {
      assert.equal(await run(main, { SEINE_DEV_PLAIN_SOURCES: kept }), '1')
      assert.equal((await readdir(kept)).length, 1)
    }
    await writeFile(main, 'const typed: number = 2; console.log(typed)')
    assert.equal(await run(main, { SEINE_DEV_PLAIN_SOURCES: kept }), '2')
  })
})
