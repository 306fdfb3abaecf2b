/** The program that deployments run to prepare Temporal for Seine, on an empty server and again on a prepared one. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { threadEnvironment } from '@seine/activities/threads/thread-environment.ts'
import { searchAttributes } from '@seine/shared/temporal/names.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const program = fileURLToPath(import.meta.resolve('@seine/scrape-worker/prepare-temporal.ts'))

describe('preparing Temporal', () => {
  let t: TestStack
  before(async () => {
    t = await startTestStack({ environment: { SEINE_WORKER_DEPLOYMENT: 'seine', SEINE_WORKER_BUILD_ID: '7' } })
  })
  after(async () => await t?.close())

  /** Runs the program. @returns its exit code and its whole output. */
  async function prepare(args: string[], environment: Record<string, string>): Promise<{ code: number; said: string }> {
    const env = {
      PATH: process.env['PATH'],
      ...threadEnvironment(),
      SEINE_TEMPORAL_ADDRESS: t.stack.file.temporal,
      ...environment,
    }
    return await promisify(execFile)(process.execPath, [program, ...args], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        said: error.stdout + error.stderr,
      }),
    )
  }

  it('makes the namespace and its search attributes, and finds them there the next time', async () => {
    const namespace = { SEINE_TEMPORAL_NAMESPACE: 'made-here' }
    const first = await prepare([], namespace)
    assert.equal(first.code, 0, first.said)
    const { customAttributes } = await t.temporal.connection.operatorService.listSearchAttributes({
      namespace: 'made-here',
    })
    const missing = Object.keys(searchAttributes).filter((name) => !(name in (customAttributes ?? {})))
    assert.deepEqual(missing, [])
    const again = await prepare([], namespace)
    assert.equal(again.code, 0, again.said)
    assert.match(again.said, /"registered":\[\]/)
  })

  it('has new jobs go to the version of the workers, once these are there', async () => {
    const version = { SEINE_WORKER_DEPLOYMENT: 'seine', SEINE_WORKER_BUILD_ID: '7' }
    const made = await prepare(['--make-current'], version)
    assert.equal(made.code, 0, made.said)
    // Jobs of a release may need search attributes that the release before did not have.
    assert.match(made.said, /the search attributes exist.*new jobs go to this version/s)
    const id = await t.api.start({ url: t.site.url, limit: 3 })
    const { status, completed } = await t.api.watch(id)
    assert.deepEqual([status, completed], ['completed', 3])
  })

  it('says what is missing', async () => {
    const { code, said } = await prepare(['--make-current'], {})
    assert.equal(code, 1)
    assert.match(said, /needs SEINE_WORKER_DEPLOYMENT and SEINE_WORKER_BUILD_ID/)
  })
})
