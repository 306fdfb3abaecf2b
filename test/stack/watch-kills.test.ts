/** Runs of watches whose parts are killed: no change is lost, and none is reported twice. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bucketName } from '@seine/tools/stack/part-commands.ts'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import { runPrefix, textsPrefix } from '@seine/shared/watches/watch-keys.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import type { Body } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { beginRun, changesOf, createWatch, makeRun } from './watch-runs.ts'
import { filling, WatchedSite } from './watched-site.ts'

const parts = ['scrapeWorker', 'temporal', 'objectStore', 'gateway'] as const
type Part = (typeof parts)[number]

const paths = Array.from({ length: 24 }, (_, at) => `/p${at}`)
/** Pages that a run finds changed. */
const changedPaths = paths.filter((_, at) => at % 2 === 0)
/** How often a moment is tried again that was over before the part could be killed. */
const triesMax = 8

describe('a watch', { timeout: 1_800_000 }, () => {
  const site = new WatchedSite()
  let t: TestStack
  let receiver: Receiver
  let watchId: string
  /** Number of the newest run. */
  let n = 0
  before(async () => {
    await site.listen()
    receiver = await startReceiver()
    t = await startTestStack({
      egressAllow: [`127.0.0.1/32:${site.port}`, `127.0.0.1/32:${receiver.port}`],
      environment: { SEINE_WEBHOOK_SCHEDULE: '0,0,1,1,1,1,1' },
    })
    site.pages.set('/', { title: 'Start', html: filling('the start'), links: paths })
    for (const path of paths) site.pages.set(path, { title: path, html: filling(path), validator: 'etag' })
    const crawl = { url: site.url('/'), sitemap: 'skip', limit: 50 }
    watchId = await createWatch(t.api, { crawl, webhook: { url: receiver.url } })
    await makeRun(t.api, watchId)
    n = 1
  })
  after(async () => {
    await t?.close()
    await receiver?.close()
    site.close()
  })

  /** Waits for the end of a run; the API may be away meanwhile. */
  async function ended(runId: string): Promise<Body> {
    for (;;) {
      const answer = await t.api.request('GET', `/watches/${watchId}/runs`).catch(() => null)
      const runs = answer?.status === 200 ? (answer.body['data'] as Body[]) : []
      const run = runs.find((each) => each['run_id'] === runId)
      if (run !== undefined && run.status !== 'running') return run
      await sleep(100)
    }
  }

  const fileOf = (key: string): string => join(stateLayout(t.stateDir).objects, bucketName, key)
  const ref = () => ({ tenant: 'default', id: watchId })
  const filesIn = (prefix: string): string[] => {
    const folder = fileOf(prefix)
    return existsSync(folder) ? readdirSync(folder) : []
  }

  /** Whether a moment of the newest run has come. */
  const moments = {
    comparison: () => {
      const known = filesIn(textsPrefix(ref())).length
      return () => filesIn(textsPrefix(ref())).length > known
    },
    'writing of the new state': () => () =>
      filesIn(runPrefix(ref(), n)).some((name) => /^(?:verdicts|stored|state)-?/.test(name)),
  } as const

  /** Gives pages new words. @returns what a run must report of each. */
  function change(words: string): RegExp {
    for (const path of changedPaths) {
      site.pages.set(path, { title: path, html: `${filling(path)}<p>${words}</p>`, validator: 'etag' })
    }
    return new RegExp(`^\\+${words.replaceAll('.', '\\.')}$`, 'm')
  }

  /** Begins a run, and kills a part once pages have been requested. @returns id of the run. */
  async function killedWhileScraping(part: Part): Promise<string> {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    site.held = promise
    site.asked = []
    const begun = await beginRun(t.api, watchId)
    while (site.asked.length === 0) await sleep(20)
    await t.stack.part(part).kill('SIGKILL')
    site.held = null
    release()
    return String(begun['run_id'])
  }

  /**
   * Begins a run, and kills a part at a moment after the end of its job. The store stands still meanwhile, so that the
   * run does not go on.
   * @returns id of the run, and whether it was still in progress.
   */
  async function killedAt(part: Part, moment: keyof typeof moments): Promise<{ runId: string; inTime: boolean }> {
    const hasCome = moments[moment]()
    const runId = String((await beginRun(t.api, watchId))['run_id'])
    // Without any pause, the test would take a processor from the run that it waits for.
    while (!hasCome()) await sleep(1)
    const store = t.stack.file.pids.objectStore!
    process.kill(store, 'SIGSTOP')
    const inTime = !existsSync(fileOf(`${runPrefix(ref(), n)}done.json`))
    await t.stack.part(part).kill('SIGKILL')
    if (part !== 'objectStore') process.kill(store, 'SIGCONT')
    return { runId, inTime }
  }

  /** Asserts that a run reports exactly the changed pages, in its list and by notices. */
  async function assertTold(runId: string, words: RegExp): Promise<void> {
    const run = await ended(runId)
    assert.equal(run.status, 'completed', JSON.stringify(run))
    const found = await changesOf(t.api, watchId, runId)
    assert.deepEqual(
      found.map(({ url, state }) => [url, state]),
      changedPaths.map((path) => [site.url(path), 'changed']).toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
    )
    for (const { diff } of found) assert.match(String(diff), words)
    const of = () =>
      (receiver.accepted(watchId) as unknown as { type: string; data: Body }[]).filter(
        ({ data }) => data['run_id'] === runId,
      )
    await receiver.until(() => of().some(({ type }) => type === 'watch.run_completed'))
    const urls = of().flatMap(({ type, data }) => (type === 'watch.page_changed' ? [String(data['url'])] : []))
    assert.deepEqual(
      urls.toSorted((a, b) => (a < b ? -1 : 1)),
      found.map(({ url }) => url),
    )
  }

  for (const part of parts) {
    it(`reports each change once although ${part} is killed while pages are requested`, async () => {
      const words = change(`Changed before ${part} died among the pages.`)
      n += 1
      await assertTold(await killedWhileScraping(part), words)
    })
    for (const moment of Object.keys(moments) as (keyof typeof moments)[]) {
      it(`reports each change once although ${part} is killed in the ${moment}`, async () => {
        for (let tries = 1; ; tries += 1) {
          const words = change(`Changed before ${part} died in the ${moment}, time ${tries}.`)
          n += 1
          const { runId, inTime } = await killedAt(part, moment)
          await assertTold(runId, words)
          if (inTime) break
          assert.ok(tries < triesMax, 'the run always ended before the part was killed')
        }
      })
    }
  }

  it('finds everything the same afterwards', async () => {
    const { counts } = await makeRun(t.api, watchId)
    assert.deepEqual(counts, { new: 0, changed: 0, same: paths.length + 1, removed: 0, failed: 0 })
  })
})
