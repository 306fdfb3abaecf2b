/** What operators see in the Temporal Web UI: texts, search attributes and the final state of every workflow type. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventIdOf } from '@seine/shared/api/schemas/webhook-event.ts'
import { operatorTextLimits } from '@seine/shared/config/operator-text-limits.ts'
import {
  emailDeliveryIdOf,
  finaliseIdOf,
  runIdOf,
  searchAttributes,
  sessionWorkflowIdOf,
  webhookDeliveryIdOf,
  webhookRedeliveryIdOf,
  workflowTypes,
} from '@seine/shared/temporal/names.ts'
import { defaultPayloadConverter } from '@temporalio/client'
import { startMailServer, type MailServer } from '../receiver/mail-server.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { deliveryEnded, redeliver } from './delivery-log.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

/** Visibility queries return a change only after a delay; longest wait, milliseconds. */
const visibilityPatienceMs = 60_000

describe('an operator', () => {
  let t: TestStack
  let receiver: Receiver
  let mails: MailServer
  const site = { latencyMs: 0 }
  const secret = 'canary-of-the-receiver'

  before(async () => {
    receiver = await startReceiver()
    mails = await startMailServer()
    t = await startTestStack({
      site,
      egressAllow: [`127.0.0.1/32:${receiver.port}`],
      environment: {
        SEINE_WEBHOOK_SCHEDULE: '0,1,1,1,1,1',
        SEINE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        SEINE_MAIL_FROM: 'seine@example.org',
      },
    })
    receiver.expect([t.stack.file.webhookSecret])
    receiver.react(() => ({ status: 204 }))
  })
  after(async () => {
    await t?.close()
    await receiver?.close()
    await mails?.close()
  })

  const page = (path: string): string => new URL(path, t.site.url).href

  async function found(query: string): Promise<string[]> {
    const ids: string[] = []
    for await (const { workflowId } of t.temporal.workflow.list({ query })) ids.push(workflowId)
    return ids
  }

  /** Repeats the query until it finds every id. */
  async function finds(query: string, ...ids: string[]): Promise<string[]> {
    const endsAt = Date.now() + visibilityPatienceMs
    for (;;) {
      const all = await found(query)
      if (ids.every((id) => all.includes(id))) return all
      assert.ok(Date.now() < endsAt, `${query} finds ${all.join(', ')}`)
      await sleep(100)
    }
  }

  async function attributesOf(id: string): Promise<Record<string, unknown>> {
    const { typedSearchAttributes } = await t.temporal.workflow.getHandle(id).describe()
    return Object.fromEntries(
      typedSearchAttributes
        .getAll()
        .filter(({ key }) => key.name in searchAttributes)
        .map(({ key, value }) => [key.name, value]),
    )
  }

  /** Returns the "Current details", queried as the Web UI does. */
  async function currentDetails(id: string): Promise<string> {
    const metadata: { currentDetails?: string } = await t.temporal.workflow
      .getHandle(id)
      .query('__temporal_workflow_metadata')
    return metadata.currentDetails ?? ''
  }

  interface Shown {
    summary: string
    details: string
    /** Summaries of activities, timers and children. */
    steps: string[]
  }

  async function shown(id: string): Promise<Shown> {
    const handle = t.temporal.workflow.getHandle(id)
    const description = await handle.describe()
    const { events } = await handle.fetchHistory()
    const steps = (events ?? []).flatMap(({ userMetadata }) =>
      userMetadata?.summary == null ? [] : [defaultPayloadConverter.fromPayload<string>(userMetadata.summary)],
    )
    return {
      summary: (await description.staticSummary()) ?? '',
      details: (await description.staticDetails()) ?? '',
      steps,
    }
  }

  /** Asserts that every activity and timer of a history has a summary. */
  async function assertNamed(id: string): Promise<void> {
    const { events } = await t.temporal.workflow.getHandle(id).fetchHistory()
    const steps = (events ?? []).filter(
      (event) => event.activityTaskScheduledEventAttributes != null || event.timerStartedEventAttributes != null,
    )
    for (const { eventId, userMetadata } of steps) assert.ok(userMetadata?.summary, `event ${String(eventId)} of ${id}`)
  }

  /** Asserts that a history does not contain the text, in plain form or in a payload. */
  async function assertNowhere(id: string, hidden: string): Promise<void> {
    const { events } = await t.temporal.workflow.getHandle(id).fetchHistory()
    for (const event of events ?? []) {
      const texts = [JSON.stringify(event), JSON.stringify(event, (_, value: unknown) => decoded(value))]
      for (const text of texts) assert.ok(!text.includes(hidden), id)
    }
  }

  const statusOf = async (id: string): Promise<string> => (await closedWorkflow(t, id)).status.name

  it('finds a crawl by its host and by its failed pages, and reads why they failed', async () => {
    const url = page('/trouble/')
    const id = await t.api.start({ url, sitemap: 'skip', scrape: { timeout: 3_000 }, maxDiscoveryDepth: 1, limit: 12 })
    const host = new URL(url).host
    await finds(`TargetHost="${host}" AND WorkflowType="${workflowTypes.jobLifecycle}"`, id)
    const final = await t.api.watch(id)
    assert.ok(final.failed > 0)
    assert.equal(await statusOf(id), 'COMPLETED')
    assert.equal(await statusOf(runIdOf(id)), 'COMPLETED')
    await finds(`PagesFailed > 0 AND JobStatus="completed" AND TargetHost="${host}"`, id)
    assert.deepEqual(await attributesOf(id), {
      JobKind: 'crawl',
      JobStatus: 'completed',
      PagesFailed: final.failed,
      PagesTotal: final.total,
      TargetHost: host,
      Tenant: 'default',
    })

    const job = await shown(id)
    assert.equal(job.summary, `crawl ${url} · limit 12`)
    for (const line of ['- limit: 12', '- tenant: `default`', `GET /crawl/${id}/urls`]) {
      assert.ok(job.details.includes(line), job.details)
    }
    assert.ok(Buffer.byteLength(job.summary) <= operatorTextLimits.summaryMaxBytes)
    assert.match(
      await currentDetails(id),
      new RegExp(`\\| ${final.total} \\| ${final.completed} \\| ${final.failed} \\|`),
    )

    const run = await shown(runIdOf(id))
    assert.match(run.summary, /^crawl run · /)
    assert.ok(run.steps.some((step) => step.startsWith('slice ') && step.includes(host) && /\d+ pages/.test(step)))
    const details = await currentDetails(runIdOf(id))
    const codes = new Set((await t.api.ledger(id, { state: 'failed' })).map(({ reason }) => reason))
    const named = [...details.matchAll(/\d+ × `([^`]+)`/g)].map(([, code]) => code)
    assert.ok(named.length > 0, details)
    for (const code of named) assert.ok(codes.has(code ?? ''), `${code} of ${[...codes].join(', ')}`)
    await assertNamed(id)
    await assertNamed(runIdOf(id))
  })

  it('sees a batch with its receivers, and none of their secrets', async () => {
    const urls = [page('/'), page('/missing-page')]
    const url = `${receiver.url}?token=${secret}`
    const id = await t.api.startBatch({ urls, tag: ['spring'], webhook: { url, headers: { 'X-Token': secret } } })
    const final = await t.api.watch(id)
    await deliveryEnded(t, id)
    assert.equal(await statusOf(webhookDeliveryIdOf(id)), 'COMPLETED')
    await finds('JobKind="batch" AND PagesFailed = 1 AND PagesTotal = 2', id)
    assert.deepEqual([final.status, final.failed], ['completed', 1])
    const job = await shown(id)
    assert.equal(job.summary, `batch ${urls[0]} · 2 URLs`)
    assert.match(job.details, /^- tag: `spring`$/m)
    assert.match(job.details, /^- notified by: webhook \(/m)
    const webhooks = await shown(webhookDeliveryIdOf(id))
    assert.equal(webhooks.summary, `webhooks · ${id}`)
    assert.match(await currentDetails(webhookDeliveryIdOf(id)), /\| over \|/)
    await assertNamed(webhookDeliveryIdOf(id))
    assert.ok(webhooks.details.includes(id), webhooks.details)
    for (const each of [id, runIdOf(id), webhookDeliveryIdOf(id)]) await assertNowhere(each, secret)
    assert.deepEqual(await found(`WorkflowId="${emailDeliveryIdOf(id)}"`), [])
  })

  it('sees an event that is sent again, and how that goes', async () => {
    const webhook = { url: `${receiver.url}?token=${secret}`, headers: { 'X-Token': secret } }
    const id = await t.api.startBatch({ urls: [page('/')], webhook })
    await t.api.watch(id)
    await deliveryEnded(t, id)
    receiver.react(({ nth }) => ({ status: nth === 2 ? 500 : 204 }))
    const eventId = eventIdOf(id, 1)
    assert.equal(await redeliver(t, id, eventId), 202)
    const again = webhookRedeliveryIdOf(id, eventId)
    assert.equal(await statusOf(again), 'COMPLETED')
    const { summary, details, steps } = await shown(again)
    assert.equal(summary, `webhook ${eventId}, sent again`)
    for (const line of [`- event: \`${eventId}\``, `- job: \`${id}\``, '- tenant: `default`']) {
      assert.ok(details.split('\n').includes(line), details)
    }
    assert.deepEqual(steps.slice(1), [`${eventId}, try 1`, 'try 2', `${eventId}, try 2`])
    assert.equal(await currentDetails(again), '**delivered** · tries: 2')
    assert.deepEqual(await attributesOf(again), { Tenant: 'default' })
    await assertNamed(again)
    await assertNowhere(again, secret)
  })

  it('sees the mail about a job, and never whom it goes to', async () => {
    const email = `${secret}@example.org`
    const sent = await t.api.startBatch({ urls: [page('/')], email })
    await t.api.watch(sent)
    await closedWorkflow(t, sent)
    assert.equal(await statusOf(emailDeliveryIdOf(sent)), 'COMPLETED')
    const { summary, details } = await shown(emailDeliveryIdOf(sent))
    assert.equal(summary, `mail · ${sent}`)
    assert.ok(details.includes(sent), details)
    assert.equal(await currentDetails(emailDeliveryIdOf(sent)), '**sent**')
    assert.deepEqual(await attributesOf(emailDeliveryIdOf(sent)), { Tenant: 'default' })
    await assertNamed(emailDeliveryIdOf(sent))
    await assertNowhere(emailDeliveryIdOf(sent), secret)

    mails.refuse(550, 1)
    const refused = await t.api.startBatch({ urls: [page('/')], email })
    await closedWorkflow(t, refused)
    assert.equal(await statusOf(emailDeliveryIdOf(refused)), 'COMPLETED')
    assert.match(await currentDetails(emailDeliveryIdOf(refused)), /not sent/)
    await assertNowhere(emailDeliveryIdOf(refused), secret)
  })

  it('sees a job that was cancelled as cancelled, its run too', async () => {
    const id = await t.api.start({ url: page('/many/?n=3000') })
    await t.api.watch(id, ({ completed }) => completed > 5)
    assert.match(await currentDetails(id), /running/)
    await t.temporal.workflow.getHandle(id).cancel()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    assert.deepEqual([await statusOf(id), await statusOf(runIdOf(id))], ['CANCELLED', 'CANCELLED'])
    await finds(`JobStatus="cancelled" AND ExecutionStatus="Canceled"`, id)
    assert.equal((await attributesOf(id))['PagesTotal'], final.total)
  })

  it('sees a job whose time is used up as failed, its run as timed out, and why', async () => {
    const id = await t.api.start({ url: page('/many/?n=9000'), scheduleToCloseTimeoutSecs: 4 })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'failed')
    assert.equal(await statusOf(id), 'FAILED')
    assert.match(await statusOf(runIdOf(id)), /^(TIMED_OUT|FAILED)$/)
    await finds(`JobStatus="failed" AND ExecutionStatus="Failed"`, id)
    assert.match(await currentDetails(id), /\*\*failed\*\*: the time budget of 4 s/)
    await assertNamed(id)
  })

  it('terminates a run, whose job ends as failed with its pages', async () => {
    const id = await t.api.start({ url: page('/many/?n=3000') })
    await t.api.watch(id, ({ completed }) => completed > 5)
    await t.temporal.workflow.getHandle(runIdOf(id)).terminate('by an operator')
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, await statusOf(id)], ['failed', 'FAILED'])
    assert.match(await currentDetails(id), /terminated by an operator/)
    assert.equal((await attributesOf(id))['JobStatus'], 'failed')
  })

  it('terminates a job, of which the API then says failed, and whose run is cancelled with it', async () => {
    const id = await t.api.start({ url: page('/many/?n=3000') })
    await t.api.watch(id, ({ completed }) => completed > 5)
    await t.temporal.workflow.getHandle(id).terminate('by an operator')
    const final = await t.api.watch(id, ({ status }) => status === 'failed')
    assert.match(final.error ?? '', /terminated/)
    assert.equal(await statusOf(id), 'TERMINATED')
    assert.equal(await statusOf(runIdOf(id)), 'CANCELLED')
  })

  it('finds a session by its domain and shows its holder', async () => {
    const session = `shop-${randomUUID()}`
    const value = 'canary-of-the-session'
    const playbook = { headers: { Authorization: 'Bearer {{secret.token}}' }, secrets: { token: value } }
    const answer = await t.api.request('POST', '/sessions', { session_id: session, domain: 'example.com', playbook })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const id = sessionWorkflowIdOf({ tenant: 'default', id: session })
    await finds(
      `TargetHost="example.com" AND WorkflowType="${workflowTypes.session}" AND ExecutionStatus="Running"`,
      id,
    )
    const { summary, details } = await shown(id)
    assert.equal(summary, 'session of example.com')
    assert.ok(details.includes(session))
    const current = await currentDetails(id)
    assert.match(current, /\| ready \| 0 of any number \| 1 \|/)
    assert.ok(!current.includes(value))
    await t.temporal.workflow.getHandle(id).executeUpdate('remove', { args: [{ force: true }] })
    assert.equal(await statusOf(id), 'COMPLETED')
    await assertNamed(id)
  })

  it('has the notices of a finished job sent whose chain of events was terminated', async () => {
    receiver.react(() => ({ status: 500 }))
    const id = await t.api.startBatch({ urls: [page('/')], webhook: { url: receiver.url } })
    await t.api.watch(id)
    await closedWorkflow(t, id)
    const finalise = async () => {
      const { status, body } = await t.api.request('POST', `/batch/scrape/${id}/finalise`)
      return [status, body['finalising' as keyof typeof body]]
    }
    assert.deepEqual(await finalise(), [200, false], 'the chain is still trying')
    await t.temporal.workflow.getHandle(webhookDeliveryIdOf(id)).terminate('of the test')
    receiver.react(() => ({ status: 204 }))
    assert.deepEqual(await finalise(), [202, true])
    assert.equal(await statusOf(finaliseIdOf(id)), 'COMPLETED')
    await deliveryEnded(t, id)
    const types = receiver.accepted(id).map(({ type }) => type)
    assert.deepEqual(types, ['batch_scrape.started', 'batch_scrape.page', 'batch_scrape.completed'])
    assert.deepEqual(await finalise(), [200, false])
    await assertNamed(finaliseIdOf(id))
  })

  it('starts the sweep of expired jobs by hand and sees what it did', async () => {
    await t.temporal.schedule.getHandle('seine-retention').trigger()
    const query = `WorkflowType="${workflowTypes.retentionSweep}" AND ExecutionStatus="Completed"`
    let ids = await found(query)
    for (const endsAt = Date.now() + visibilityPatienceMs; ids.length === 0; ids = await found(query)) {
      assert.ok(Date.now() < endsAt, 'no sweep')
      await sleep(100)
    }
    const id = ids[0] ?? ''
    assert.match((await shown(id)).summary, /deletes expired jobs/)
    assert.match(await currentDetails(id), /deleted: 0/)
    await assertNamed(id)
  })

  it('sees each type of workflow that ran by its own name', async () => {
    const types = new Set<string>()
    for await (const { type } of t.temporal.workflow.list()) types.add(type)
    for (const name of Object.values(workflowTypes)) {
      // No watch and no delivery ran here; `watches.test.ts` and `deliveries.test.ts` have those.
      assert.ok(types.has(name) || name.startsWith('watch') || name === workflowTypes.targetDelivery, name)
    }
  })
})

/** Decodes payload bytes to text. */
function decoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown }
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]).toString() : value
}
