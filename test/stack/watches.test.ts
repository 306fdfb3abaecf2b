import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ScheduleOverlapPolicy } from '@temporalio/client'
import { taskQueues, watchMailIdOf, watchRunIdOf, workflowTypes } from '@seine/shared/temporal/names.ts'
import type { WatchTickInput } from '@seine/shared/temporal/watch-shapes.ts'
import type { Body } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'
import { startMailServer, type MailServer } from '../receiver/mail-server.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { filling, WatchedSite } from './watched-site.ts'

interface Change {
  url: string
  state: string
  reason: string | null
  diff: string | null
  previous_run_id: string | null
  words_added: number
  words_removed: number
}

describe('watches', () => {
  const site = new WatchedSite()
  let t: TestStack
  let receiver: Receiver
  let mail: MailServer
  before(async () => {
    await site.listen()
    receiver = await startReceiver()
    mail = await startMailServer()
    t = await startTestStack({
      egressAllow: [`127.0.0.1/32:${site.port}`, `127.0.0.1/32:${receiver.port}`],
      environment: {
        SEINE_WEBHOOK_SCHEDULE: '0,0,1,1,1,1,1',
        SEINE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        SEINE_MAIL_FROM: 'robot@seine.test',
      },
    })
    receiver.expect([t.stack.file.webhookSecret])
  })
  after(async () => {
    await t?.close()
    await receiver?.close()
    await mail?.close()
    site.close()
  })

  const pathOf = (url: string): string => new URL(url).pathname

  /** Waits until a run has ended. */
  const ended = async (watchId: string, runId: string): Promise<Body> => {
    for (;;) {
      const { status, body } = await t.api.request('GET', `/watches/${watchId}/runs`)
      assert.equal(status, 200)
      const run = (body['data'] as Body[]).find((each) => each['run_id'] === runId)
      if (run !== undefined && run.status !== 'running') return run
      await sleep(200)
    }
  }

  /** Starts a run, as soon as the one before has put things away. */
  const begin = async (watchId: string): Promise<Body> => {
    for (;;) {
      const { status, body } = await t.api.request('POST', `/watches/${watchId}/run`)
      if (status === 202) return body
      assert.equal(body.code, 'run_in_progress', JSON.stringify(body))
      await sleep(200)
    }
  }

  const run = async (watchId: string): Promise<Body> => {
    const body = await begin(watchId)
    const jobId = String(body['job_id'])
    const job = await t.api.request('GET', `/${jobId.startsWith('batch-') ? 'batch/scrape' : 'crawl'}/${jobId}`)
    assert.equal(job.status, 200, JSON.stringify(job.body))
    const list = await t.api.request('GET', '/jobs?limit=1')
    assert.equal((list.body['data'] as Body[])[0]?.['id'], jobId)
    const done = await ended(watchId, String(body['run_id']))
    assert.equal(done['job_id'], body['job_id'])
    return done
  }

  const changes = async (watchId: string, runId: unknown, query = ''): Promise<Change[]> => {
    const { status, body } = await t.api.request('GET', `/watches/${watchId}/runs/${String(runId)}/changes${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return (body['data'] as Change[]).toSorted((a, b) => (a.url < b.url ? -1 : 1))
  }

  const told = (list: readonly Change[]) => list.map(({ url, state, reason }) => [pathOf(url), state, reason])

  it('reports what is new, changed, the same, removed and failed', async () => {
    site.pages.clear()
    const links = ['/a', '/b', '/c', '/d', '/e', '/f']
    site.pages.set('/', { title: 'Start', html: filling('the start'), links })
    for (const path of links) site.pages.set(path, { title: path, html: `${filling(path)}<p>It costs 40 euros.</p>` })
    const created = await t.api.request('POST', '/watches', {
      name: 'shop',
      crawl: { url: site.url('/'), sitemap: 'skip', limit: 50 },
      schedule: { every_seconds: 86_400 },
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    assert.equal(created.headers.get('etag'), '"1"')
    const id = String(created.body['watch_id'])
    assert.ok(Date.parse(String(created.body['next_run_at'])) > Date.now())

    const first = await run(id)
    assert.deepEqual(first['counts'], { new: 7, changed: 0, same: 0, removed: 0, failed: 0 })
    assert.equal((await t.api.request('GET', `/crawl/${String(first['job_id'])}`)).body.status, 'completed')

    const second = await run(id)
    assert.deepEqual(second['counts'], { new: 0, changed: 0, same: 7, removed: 0, failed: 0 })
    assert.deepEqual(await changes(id, second['run_id']), [])
    assert.equal((await changes(id, second['run_id'], '?state=same')).length, 7)

    site.pages.set('/a', { title: '/a', html: `${filling('/a')}<p>It costs 45 euros.</p>` })
    site.pages.set('/b', { status: 404 })
    site.pages.set('/c', { status: 410 })
    site.pages.set('/d', { status: 500 })
    site.pages.set('/e', { status: 302, location: '/moved' })
    site.pages.set('/moved', { title: '/e', html: `${filling('/e')}<p>It costs 40 euros.</p>` })
    site.pages.set('/', { title: 'Start', html: filling('the start'), links: [...links, '/g'] })
    site.pages.set('/g', { title: '/g', html: filling('/g') })
    const third = await run(id)
    const found = await changes(id, third['run_id'])
    assert.deepEqual(told(found), [
      ['/a', 'changed', null],
      ['/b', 'removed', 'not_found'],
      ['/c', 'removed', 'gone'],
      ['/d', 'failed', 'http_status'],
      ['/g', 'new', null],
    ])
    assert.match(String(found[0]?.diff), /^-It costs 40 euros\.$\n^\+It costs 45 euros\.$/m)
    assert.deepEqual([found[0]?.words_added, found[0]?.words_removed], [1, 1])
    assert.equal(found[0]?.previous_run_id, second['run_id'])
    assert.deepEqual(third['counts'], { new: 1, changed: 1, same: 3, removed: 2, failed: 1 })

    const text = await t.api.request(
      'GET',
      `/watches/${id}/runs/${String(third['run_id'])}/text?url=${encodeURIComponent(site.url('/a'))}`,
    )
    assert.match(String(text.body['text']), /It costs 45 euros/)

    // Pages that come back are new; a page that failed is compared with its last good version.
    site.pages.set('/b', { title: '/b', html: filling('/b') })
    site.pages.set('/d', { title: '/d', html: `${filling('/d')}<p>It costs 50 euros.</p>` })
    site.pages.set('/', { title: 'Start', html: filling('the start'), links: ['/a', '/b', '/c', '/d', '/e', '/g'] })
    const fourth = await run(id)
    assert.deepEqual(told(await changes(id, fourth['run_id'])), [
      ['/b', 'new', null],
      ['/c', 'failed', 'http_status'],
      ['/d', 'changed', null],
      ['/f', 'removed', 'unlinked'],
    ])
  })

  it('lists, replaces, pauses and deletes', async () => {
    site.pages.clear()
    site.pages.set('/', { title: 'Start', html: filling('the start') })
    const body = {
      name: 'first',
      batch: { urls: [site.url('/')] },
      schedule: { cron: '0 5 * * *', timezone: 'Europe/Berlin' },
    }
    const created = await t.api.request('POST', '/watches', body)
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const id = String(created.body['watch_id'])
    const list = await t.api.repeated('GET', '/watches?limit=1')
    assert.equal((list.body['data'] as Body[])[0]?.['watch_id'], id)

    const paused = await t.api.repeated('POST', `/watches/${id}/pause`)
    assert.deepEqual([paused.status, paused.body.status, paused.body['next_run_at']], [200, 'paused', null])
    const done = await run(id)
    assert.deepEqual((done['counts'] as Record<string, number>)['new'], 1)
    const resumed = await t.api.repeated('POST', `/watches/${id}/resume`)
    assert.deepEqual([resumed.body.status, resumed.headers.get('etag')], ['active', '"3"'])
    assert.match(String(resumed.body['next_run_at']), /T0[34]:00:00/)

    const changed = await t.api.request('PUT', `/watches/${id}`, {
      ...body,
      name: 'second',
      schedule: { cron: '30 5 * * *' },
    })
    assert.deepEqual([changed.status, changed.body['name'], changed.body['version']], [200, 'second', 4])
    assert.match(String(changed.body['next_run_at']), /T05:30:00/)
    assert.deepEqual((await run(id))['counts'], { new: 0, changed: 0, same: 1, removed: 0, failed: 0 })
    const rebased = await t.api.request('PUT', `/watches/${id}`, { ...body, track: { mode: 'text' } })
    assert.equal(rebased.status, 200)
    assert.deepEqual((await run(id))['counts'], { new: 1, changed: 0, same: 0, removed: 0, failed: 0 })

    assert.equal((await t.api.request('DELETE', `/watches/${id}`)).status, 204)
    assert.equal((await t.api.request('GET', `/watches/${id}`)).body.code, 'watch_not_found')
    const left = await t.api.repeated('GET', '/watches')
    assert.ok(!(left.body['data'] as Body[]).some((watch) => watch['watch_id'] === id))
  })

  it('runs on its schedule, and skips a run while another is in progress', async () => {
    site.pages.clear()
    site.pages.set('/', { title: 'Start', html: filling('the start') })
    const created = await t.api.request('POST', '/watches', {
      name: 'scheduled',
      crawl: { url: site.url('/'), sitemap: 'skip', limit: 5 },
      schedule: { every_seconds: 86_400 },
    })
    const id = String(created.body['watch_id'])
    const schedule = t.temporal.schedule.getHandle(`watch/default/${id}`)
    const skips = async (): Promise<string | undefined> => {
      const text = await (await fetch(`${t.stack.file.ops.scrapeWorker}/metrics`)).text()
      return /^seine_watch_skips_total (\d+)$/m.exec(text)?.[1]
    }
    let release = (): void => undefined
    const hold = (): void => {
      site.held = new Promise((resolve) => {
        release = resolve
      })
    }
    try {
      // Temporal itself skips a run while one of the schedule is in progress; its end counts it in the metrics.
      hold()
      await schedule.trigger(ScheduleOverlapPolicy.SKIP)
      const info = async () => (await schedule.describe()).info
      while ((await info()).runningActions.length === 0) await sleep(100)
      await schedule.trigger(ScheduleOverlapPolicy.SKIP)
      while ((await info()).numActionsSkippedOverlap === 0) await sleep(100)
      assert.equal(await skips(), '0')
      site.held = null
      release()
      let runs: Body[] = []
      while (runs[0]?.status !== 'completed') {
        await sleep(200)
        runs = (await t.api.request('GET', `/watches/${id}/runs`)).body['data'] as Body[]
      }
      assert.deepEqual([runs.length, runs[0]?.['trigger']], [1, 'schedule'])
      while ((await skips()) !== '1') await sleep(100)

      hold()
      const manual = await begin(id)
      assert.equal((await t.api.request('POST', `/watches/${id}/run`)).body.code, 'run_in_progress')
      await schedule.trigger()
      let skipped: unknown = 1
      while (skipped === 1) {
        await sleep(200)
        skipped = (await t.api.request('GET', `/watches/${id}`)).body['skipped_runs']
      }
      assert.equal(skipped, 2)
      assert.equal(await skips(), '2')

      // A scheduled run that waits continues as new before its history is long, and keeps its time.
      const workflowId = `watch/default/${id}/waiting`
      const waits: WatchTickInput = { tenant: 'default', watchId: id, version: 1, overlap: 'buffer_one' }
      const waiting = await t.temporal.workflow.start(workflowTypes.watchTick, {
        workflowId,
        taskQueue: taskQueues.control,
        args: [{ ...waits, historyEventsMax: 1 }],
      })
      const newest = t.temporal.workflow.getHandle(workflowId)
      while ((await newest.describe()).runId === waiting.firstExecutionRunId) await sleep(50)
      site.held = null
      release()
      const done = await ended(id, String(manual['run_id']))
      assert.deepEqual(done['counts'], { new: 0, changed: 0, same: 1, removed: 0, failed: 0 })
      assert.equal(await waiting.result(), true)
    } finally {
      site.held = null
      release()
    }
  })

  it('makes no change of what changes by itself, and reports every change beside it', async () => {
    const noise: Record<string, (round: number) => string> = {
      '/times': (round) => `<p>Posted ${round + 2} hours ago</p><p>Last updated on ${round + 3} May 2026</p>`,
      '/counters': (round) => `<p>${1_000 + round} views · ${round + 3} comments · ${round * 7} likes</p>`,
      '/tokens': (round) =>
        `<form><input type="hidden" name="csrf" value="${'ab12'.repeat(round + 2)}"></form><script nonce="n${round}">var build = ${round}</script><p>Build ${round}f2a9c1d7e</p>`,
      '/assets': (round) =>
        `<img alt="A boat" src="/static/boat.${round}a2b3c4d.png"><p>See the <a href="/news?utm_source=s${round}&amp;id=1">news</a> of the harbour.</p>`,
      '/related': (round) => `<h2>Related articles</h2><ul><li><a href="/x${round}">Article ${round}</a></li></ul>`,
      '/lists': (round) =>
        `<p>We have:</p><ul>${['boats', 'oars', 'sails', 'ropes']
          .toSorted(() => (round % 2 === 0 ? 1 : -1))
          .map((item) => `<li>${item} for hire</li>`)
          .join('')}</ul>`,
      '/banner': (round) =>
        round % 2 === 0
          ? ''
          : '<div class="cookie-banner"><p>We use cookies to improve your experience. Accept all cookies?</p></div>',
      '/markup': (round) =>
        `<div class="c${round}" id="i${round}" data-t="${round}"><p>Words${' '.repeat(round + 1)}stay.</p></div>`,
    }
    const paths = Object.keys(noise)
    const serve = (round: number, more: (path: string) => string): void => {
      site.pages.clear()
      site.pages.set('/', { title: 'Start', html: filling('the start'), links: paths })
      for (const path of paths) {
        const html = `${filling(path)}<p>A day on the water with a guide costs each of us 40 euros${more(path)}.</p>${noise[path]!(round)}`
        site.pages.set(path, { title: path, html })
      }
    }
    serve(0, () => '')
    const { body } = await t.api.request('POST', '/watches', {
      name: 'noisy',
      crawl: { url: site.url('/'), sitemap: 'skip', limit: 1 + paths.length },
      schedule: { every_seconds: 86_400 },
    })
    const id = String(body['watch_id'])
    await run(id)
    for (const round of [1, 2]) {
      serve(round, () => '')
      const quiet = await run(id)
      assert.deepEqual(await changes(id, quiet['run_id']), [], `round ${round}`)
    }
    serve(3, () => ' and 50 cents')
    const loud = await run(id)
    const found = await changes(id, loud['run_id'])
    assert.deepEqual(
      found.map(({ url, state }) => [pathOf(url), state]),
      paths.toSorted().map((path) => [path, 'changed']),
    )
    for (const { diff, words_added, words_removed } of found) {
      assert.deepEqual([words_added, words_removed], [3, 0], String(diff))
    }
  })

  it('sends notices in order, signed, once for each change', async () => {
    site.pages.clear()
    const links = ['/a', '/b', '/c']
    site.pages.set('/', { title: 'Start', html: filling('the start'), links })
    for (const path of links) site.pages.set(path, { title: path, html: filling(path) })
    const created = await t.api.request('POST', '/watches', {
      name: 'told',
      crawl: { url: site.url('/'), sitemap: 'skip', limit: 50 },
      schedule: { every_seconds: 86_400 },
      webhook: { url: receiver.url, metadata: { order: 17 }, headers: { 'X-Own': 'kept' } },
      email: 'editor@example.test',
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const id = String(created.body['watch_id'])
    receiver.react(() => ({ status: 204 }))
    const first = await run(id)
    const isTold = (count: number) => () => receiver.accepted(id).length >= count
    await receiver.until(isTold(1))

    // The receiver fails at first: notices wait, and keep their order.
    let fails = 2
    receiver.react(() => ({ status: fails-- > 0 ? 500 : 204 }))
    site.pages.set('/a', { title: '/a', html: `${filling('/a')}<p>Now with more words.</p>` })
    site.pages.set('/b', { status: 410 })
    // The mail waits for its server, and the run does not wait for the mail.
    mail.refuse(451, 1)
    const aboutWatch = () => mail.mails.filter(({ text }) => text.includes(id))
    const ref = { tenant: 'default', id }
    const second = await run(id)
    await t.temporal.workflow.getHandle(watchRunIdOf(ref)).result()
    assert.equal(aboutWatch().length, 0)
    await receiver.until(isTold(4))
    const third = await run(id)
    await receiver.until(isTold(5))

    const events = receiver.accepted(id) as unknown as (Body & { type: string; event_id: string; data: Body })[]
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['run_id'], data['state'] ?? data['counts']]),
      [
        ['watch.run_completed', first['run_id'], first['counts']],
        ['watch.page_changed', second['run_id'], 'changed'],
        ['watch.page_changed', second['run_id'], 'removed'],
        ['watch.run_completed', second['run_id'], second['counts']],
        ['watch.run_completed', third['run_id'], third['counts']],
      ].map(([type, runId, what], at) => {
        // Pages of one run are reported in the order in which the job stored them.
        if (at !== 1 && at !== 2) return [type, runId, what]
        return [type, runId, events[at]?.data['state']]
      }),
    )
    assert.deepEqual(
      events
        .slice(1, 3)
        .map(({ data }) => data['state'])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      ['changed', 'removed'],
    )
    assert.equal(new Set(events.map((event) => event.event_id)).size, 5)
    for (const call of receiver.callsOf(id)) {
      assert.deepEqual([call.event.metadata, call.headers['x-own']], [{ order: 17 }, 'kept'])
    }
    const mailId = watchMailIdOf(ref, String(second['run_id']))
    assert.equal(await t.temporal.workflow.getHandle(mailId).result(), 'sent')
    const about = aboutWatch()
    assert.equal(about.length, 1)
    assert.match(about[0]!.text, /1 changed, 0 new, 1 removed/)
  })

  it('compares with the last good run when a worker, or Temporal, dies in the middle of a run', async () => {
    site.pages.clear()
    const links = Array.from({ length: 12 }, (_, at) => `/p${at}`)
    site.pages.set('/', { title: 'Start', html: filling('the start'), links })
    for (const path of links) site.pages.set(path, { title: path, html: filling(path) })
    const created = await t.api.request('POST', '/watches', {
      name: 'sturdy',
      crawl: { url: site.url('/'), sitemap: 'skip', limit: 50 },
      schedule: { every_seconds: 86_400 },
    })
    const id = String(created.body['watch_id'])
    await run(id)
    for (const part of ['scrapeWorker', 'temporal'] as const) {
      site.pages.set('/p3', { title: '/p3', html: `${filling('/p3')}<p>Changed before ${part} died.</p>` })
      let release = (): void => undefined
      site.held = new Promise((resolve) => {
        release = resolve
      })
      site.asked = []
      const started = await begin(id)
      while (site.asked.length === 0) await sleep(50)
      process.kill(t.stack.file.pids[part]!, 'SIGKILL')
      site.held = null
      release()
      const runId = String(started['run_id'])
      for (;;) {
        const { status, body } = await t.api.request('GET', `/watches/${id}/runs`)
        const found = status === 200 ? (body['data'] as Body[]).find((each) => each['run_id'] === runId) : undefined
        if (found !== undefined && found.status !== 'running') break
        await sleep(200)
      }
      const found = await changes(id, runId)
      assert.deepEqual(told(found), [['/p3', 'changed', null]], part)
      assert.match(String(found[0]?.diff), new RegExp(`^\\+Changed before ${part} died\\.$`, 'm'))
    }
    const last = await run(id)
    assert.deepEqual(last['counts'], { new: 0, changed: 0, same: 13, removed: 0, failed: 0 })
  })
})
