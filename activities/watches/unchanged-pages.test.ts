import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { dayOf } from '@seine/shared/storage/object-keys.ts'
import { deletedWatchesPrefix, deletedWatchKey, packsPrefix } from '@seine/shared/watches/watch-keys.ts'
import { jobRecords } from '../archive/job-segments.ts'
import type { RunJob } from '../archive/testing/run-job.ts'
import { sweepDays } from '../retention/sweep-days.ts'
import { prunePacks } from './prune-packs.ts'
import { ref, WatchLab, type Answer } from './testing/watch-lab.ts'

const pathOf = (url: string): string => new URL(url).pathname

/** A site with validators: answers 304 when the client has the page. */
class ValidatedSite {
  readonly pages: Record<string, string>
  /** Statuses by path, of the last run. */
  statuses: Record<string, number> = {}
  /** Headers of the requests, by path. */
  asked: Record<string, Record<string, string>> = {}
  etagOf = (body: string): string | null => `"${createHash('md5').update(body).digest('hex')}"`
  /** Path → path to which it redirects. */
  redirects: Record<string, string> = {}

  constructor(pages: Record<string, string>) {
    this.pages = pages
  }

  readonly answer: Answer = (url, headers) => {
    const path = pathOf(url)
    this.asked[path] = headers
    const to = this.redirects[path]
    if (to !== undefined) return { redirect: to }
    const body = this.pages[path]
    const etag = body === undefined ? null : this.etagOf(body)
    const status = body === undefined ? 404 : etag !== null && headers['if-none-match'] === etag ? 304 : 200
    this.statuses[path] = status
    const head = etag === null ? {} : { etag }
    return status === 200 ? { headers: head, body: body! } : { status, headers: head }
  }

  forget(): void {
    this.statuses = {}
    this.asked = {}
  }
}

const four = (): ValidatedSite =>
  new ValidatedSite({ '/': 'links: /a /b /c', '/a': 'a one', '/b': 'b one', '/c': 'c one' })

const sizes = (statuses: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(Object.values(statuses), String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

/** Makes a run. @returns its counts, its records as archives read them, and as they are stored. */
async function runOf(lab: WatchLab, web: ValidatedSite) {
  web.forget()
  const begun = await lab.begin()
  const before = new Set(lab.store.objects.keys())
  const job = await lab.work(begun, web.answer)
  const { counts } = await lab.compare(begun)
  const added = [...lab.store.objects.keys()].filter((key) => !before.has(key))
  return { counts, added, records: await recordsOf(job), n: begun.n, statuses: sizes(web.statuses) }
}

async function recordsOf(job: RunJob): Promise<Map<string, PageRecord>> {
  const state = await job.deps.generations.newest(job, await job.deps.inputs.bare(job))
  const records = new Map<string, PageRecord>()
  for await (const record of jobRecords(job.store, state!, ({ why }) => assert.fail(why)))
    records.set(pathOf(record.url), record)
  return records
}

describe('pages that have not changed', () => {
  it('are requested conditionally, are the same by an answer 304, and stay in the job by reference', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    const first = await runOf(lab, web)
    assert.deepEqual([first.counts.new, first.statuses], [4, { 200: 4 }])
    const second = await runOf(lab, web)
    assert.deepEqual([second.counts.same, second.statuses], [4, { 304: 4 }])
    assert.deepEqual(
      second.added.filter((key) => /^watches\/.*\/(?:texts|pages)\//.test(key)),
      [],
    )
    for (const [path, record] of second.records) {
      assert.deepEqual(record.outputs, { markdown: web.pages[path] })
      assert.deepEqual([record.status, record.attempts.map(({ http_status }) => http_status)], [200, [304]])
      assert.ok(record.stored !== undefined)
    }
    web.pages['/b'] = 'b two'
    const third = await runOf(lab, web)
    assert.deepEqual(third.statuses, { 304: 3, 200: 1 })
    assert.deepEqual([third.counts.changed, third.counts.same], [1, 3])
    assert.deepEqual(third.records.get('/b')?.outputs, { markdown: 'b two' })
    const fourth = await runOf(lab, web)
    assert.deepEqual([fourth.counts.same, fourth.statuses], [4, { 304: 4 }])
    assert.deepEqual(fourth.records.get('/b')?.outputs, { markdown: 'b two' })
  })

  it('are recognised by their bytes when the server has no validators', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    web.etagOf = () => null
    await runOf(lab, web)
    const second = await runOf(lab, web)
    assert.deepEqual([second.counts.same, second.statuses], [4, { 200: 4 }])
    for (const { stored, outputs } of second.records.values()) {
      assert.ok(stored !== undefined)
      assert.ok((outputs.markdown ?? '').length > 0)
    }
  })

  it('are requested without conditions when the job has a WARC archive', async () => {
    for (const archive of ['warc', 'wacz'] as const) {
      const lab = new WatchLab()
      await lab.create({ job: crawlJobInput({ sitemap: 'skip', limit: 50, archive: [archive] }) })
      const web = four()
      for (const state of ['new', 'same'] as const) {
        const { counts, statuses, records } = await runOf(lab, web)
        assert.deepEqual([counts[state], statuses], [4, { 200: 4 }])
        for (const { stored, outputs } of records.values()) {
          assert.equal(stored, undefined)
          assert.ok((outputs.markdown ?? '').length > 0)
        }
      }
    }
  })

  it('are requested without conditions in every tenth run, and on hosts whose validators were wrong', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    // The validators of this page never change.
    web.etagOf = (body) => (body.startsWith('c ') ? '"c"' : `"${body.replaceAll(/\W/g, '-')}"`)
    for (let n = 1; n <= 10; n += 1) {
      if (n === 5) web.pages['/c'] = 'c two'
      const { counts, statuses } = await runOf(lab, web)
      assert.deepEqual(statuses, n % 10 === 0 || n === 1 ? { 200: 4 } : { 304: 4 }, `run ${n}`)
      // The change was hidden by the answers 304.
      assert.deepEqual([counts.changed, counts.same], n === 1 ? [0, 0] : n === 10 ? [1, 3] : [0, 4], `run ${n}`)
    }
    const next = await runOf(lab, web)
    assert.deepEqual([next.statuses, next.counts.same], [{ 200: 4 }, 4])
    assert.deepEqual((await lab.deps.runs.run(ref, next.n))?.end?.plainHosts, ['site.test'])
  })

  it('are requested without conditions once ten runs have passed, when the tenth one failed', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    const plain: number[] = []
    for (let n = 1; n <= 22; n += 1) {
      web.forget()
      const begun = await lab.begin()
      const isFailed = n === 10 || n === 11
      await lab.work(begun, web.answer, isFailed ? { status: 'failed', error: 'the host was down' } : undefined)
      await lab.compare(begun)
      if (sizes(web.statuses)['200'] === 4) plain.push(n)
    }
    assert.deepEqual(plain, [1, 10, 11, 12, 22])
  })

  it('are requested at the hop that answered only', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    web.redirects['/a'] = '/moved'
    web.pages['/moved'] = 'a one'
    await runOf(lab, web)
    const second = await runOf(lab, web)
    assert.equal(second.counts.same, 4)
    assert.deepEqual([web.asked['/a']?.['if-none-match'], web.statuses['/moved']], [undefined, 304])
    assert.deepEqual(second.records.get('/a')?.outputs, { markdown: 'a one' })
    // The new target has not been stored, even if it has the same validators.
    web.redirects['/a'] = '/moved-again'
    web.pages['/moved-again'] = 'a one'
    const third = await runOf(lab, web)
    assert.deepEqual([third.counts.same, web.statuses['/moved-again']], [4, 200])
  })

  it('are requested again without conditions when an answer 304 names another version', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    await runOf(lab, web)
    const asked: (string | undefined)[] = []
    const answer: Answer = (url, headers) => {
      const plain = web.answer(url, headers)
      if (pathOf(url) === '/b') asked.push(headers['if-none-match'])
      const isOther = pathOf(url) === '/b' && headers['if-none-match'] !== undefined
      if (isOther) return { status: 304, headers: { etag: '"of another version"' } }
      return pathOf(url) === '/c' ? { ...plain, headers: { etag: `W/${plain.headers!['etag']!}` } } : plain
    }
    const begun = await lab.begin()
    web.pages['/b'] = 'b two'
    web.forget()
    const records = await recordsOf(await lab.work(begun, answer))
    const { counts } = await lab.compare(begun)
    assert.deepEqual([counts.changed, counts.same], [1, 3])
    assert.deepEqual(
      asked.map((tag) => typeof tag),
      ['string', 'undefined'],
    )
    const { outputs, status, attempts, winningAttempt } = records.get('/b')!
    assert.deepEqual([outputs, status], [{ markdown: 'b two' }, 200])
    assert.deepEqual(
      [attempts.map(({ http_status, success }) => [http_status, success]), winningAttempt],
      [
        [
          [304, false],
          [200, true],
        ],
        2,
      ],
    )
    // The weak tag of the same version is believed.
    assert.equal(web.statuses['/c'], 304)
    assert.ok(records.get('/c')!.stored !== undefined)
  })

  it('are scraped again when the stored page is missing, and after a change of the definition', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    await runOf(lab, web)
    const packs = [...lab.store.objects.keys()].filter((key) => key.startsWith(packsPrefix(ref)))
    for (const pack of packs) lab.store.objects.delete(pack)
    const second = await runOf(lab, web)
    assert.deepEqual([second.counts.same, second.statuses], [4, { 200: 4 }])
    assert.deepEqual((await runOf(lab, web)).statuses, { 304: 4 })
    const old = await lab.deps.definitions.newest(ref)
    await lab.deps.definitions.replace({ ...old!, version: 2, baseVersion: 2 })
    const rebased = await runOf(lab, web)
    assert.deepEqual([rebased.counts.new, rebased.statuses], [4, { 200: 4 }])
  })

  it('stay readable as long as a job may refer to them, then packs that are not used go', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    await runOf(lab, web)
    for (const path of Object.keys(web.pages)) web.pages[path] = `${web.pages[path]!}\nchanged`
    const second = await runOf(lab, web)
    const packs = (): string[] => [...lab.store.objects.keys()].filter((key) => key.startsWith(packsPrefix(ref)))
    assert.equal(packs().length, 2)
    const state = await lab.deps.runs.state(ref, second.n)
    assert.equal(await prunePacks(lab.store, ref, state, 1_000, 5_000), 0)
    assert.equal(await prunePacks(lab.store, ref, state, 1_000, 5_999), 0)
    assert.equal(await prunePacks(lab.store, ref, state, 1_000, 6_000), 1)
    assert.deepEqual(packs(), [...new Set(state.map(({ stored }) => stored!.pack))])
    const third = await runOf(lab, web)
    assert.deepEqual(third.statuses, { 304: 4 })

    await lab.deps.definitions.remove((await lab.deps.definitions.newest(ref))!)
    assert.equal(packs().length, 1)
    const dayMs = 86_400_000
    await sweepDays(lab.store, Date.now() + 10 * dayMs, 14)
    assert.equal(packs().length, 1)
    await sweepDays(lab.store, Date.now() + 20 * dayMs, 14)
    assert.deepEqual(packs(), [])
    assert.deepEqual([...lab.objects().keys()], [])
  })

  it('of a deleted watch stay readable when a watch is created under its id, and go when their jobs have', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    await runOf(lab, web)
    const second = await lab.begin()
    const unchanged = await lab.work(second, web.answer)
    await lab.compare(second)
    const packs = (): string[] => [...lab.store.objects.keys()].filter((key) => key.startsWith(packsPrefix(ref)))
    const old = packs()
    assert.equal(old.length, 1)
    await lab.deps.definitions.remove((await lab.deps.definitions.newest(ref))!)

    await lab.create({ createdAt: '2026-11-24T00:00:00.000Z' })
    web.pages['/c'] = 'c two, of another length'
    const again = await runOf(lab, web)
    assert.deepEqual([again.n, again.counts.new, again.statuses], [1, 4, { 200: 4 }])
    assert.equal(packs().length, 2)
    // Jobs of the deleted watch refer to its pack.
    for (const key of packs()) unchanged.store.objects.set(key, lab.store.objects.get(key)!)
    assert.deepEqual((await recordsOf(unchanged)).get('/c')?.outputs, { markdown: 'c one' })

    // The mark of the first watch is due: the second one lives and prunes.
    const dayMs = 86_400_000
    await sweepDays(lab.store, Date.now() + 20 * dayMs, 14)
    assert.equal(packs().length, 2)
    assert.deepEqual((await runOf(lab, web)).statuses, { 304: 4 })
    const state = await lab.deps.runs.state(ref, 2)
    await prunePacks(lab.store, ref, state, 1_000, 5_000)
    assert.equal(await prunePacks(lab.store, ref, state, 1_000, 6_000), 1)
    assert.deepEqual(
      packs().filter((key) => old.includes(key)),
      [],
    )
    assert.deepEqual((await runOf(lab, web)).statuses, { 304: 4 })
  })

  it('of a watch that was deleted twice are kept for the jobs of each', async () => {
    const lab = new WatchLab()
    const packs = (): string[] => [...lab.store.objects.keys()].filter((key) => key.startsWith(packsPrefix(ref)))
    for (const day of [23, 24]) {
      await lab.create({ createdAt: `2026-11-${day}T00:00:00.000Z` })
      await runOf(lab, four())
      await lab.deps.definitions.remove((await lab.deps.definitions.newest(ref))!)
    }
    const [first, second] = packs()
    const marks = [...lab.store.objects.keys()].filter((key) => key.startsWith(deletedWatchesPrefix)).toSorted()
    assert.equal(marks.length, 2)
    // The second watch was deleted ten days later.
    const later = dayOf(Date.now() + 10 * 86_400_000)
    lab.store.objects.delete(marks[1]!)
    await lab.store.put(deletedWatchKey(later, { ...ref, createdAt: '2026-11-24T00:00:00.000Z' }), '')
    await sweepDays(lab.store, Date.now() + 20 * 86_400_000, 14)
    assert.deepEqual([packs(), first === second], [[second], false])
    await sweepDays(lab.store, Date.now() + 30 * 86_400_000, 14)
    assert.deepEqual(packs(), [])
  })

  it('do not stay when the deletion of the watch failed at any of its calls, unless the watch still exists', async () => {
    const lab = new WatchLab()
    await lab.create()
    await runOf(lab, four())
    const definition = (await lab.deps.definitions.newest(ref))!
    const before = new Map(lab.store.objects)
    const whole = [...lab.objects().keys()]
    const ends: string[] = []
    for (let failure: unknown = 'none'; failure !== null;) {
      lab.store.objects.clear()
      for (const [key, bytes] of before) lab.store.objects.set(key, bytes)
      lab.store.calls = 0
      lab.store.failsAt = ends.length + 1
      failure = await lab.deps.definitions.remove(definition).then(
        () => null,
        (error: unknown) => error,
      )
      lab.store.failsAt = Infinity
      const lives = (await lab.deps.definitions.newest(ref)) !== null
      await sweepDays(lab.store, Date.now() + 20 * 86_400_000, 14)
      assert.deepEqual([...lab.objects().keys()], lives ? whole : [])
      ends.push(lives ? 'lives' : 'deleted')
    }
    assert.equal(ends[0], 'lives')
    // Calls after which the definitions were gone failed as well.
    assert.ok(ends.filter((end) => end === 'deleted').length > 1, ends.join())
  })

  it('move out of packs that are mostly unused', async () => {
    const lab = new WatchLab()
    await lab.create()
    const web = four()
    await runOf(lab, web)
    web.pages['/'] += '\nmore words of the start page'
    for (const path of ['/a', '/b']) web.pages[path] += ' more'
    const second = await runOf(lab, web)
    const packs = new Set((await lab.deps.runs.state(ref, second.n)).map(({ stored }) => stored!.pack))
    assert.ok(
      [...packs].every((pack) => /\/pages\/\d{13}-000000002-/.test(pack)),
      [...packs].join(' '),
    )
    const third = await runOf(lab, web)
    assert.deepEqual(third.statuses, { 304: 4 })
    assert.deepEqual(third.records.get('/c')?.outputs, { markdown: 'c one' })
  })
})
