import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { loadSecrets } from '@seine/cli/secrets/secrets.ts'
import { stateLayout } from '@seine/tools/stack/state-layout.ts'
import { assertInOrder, assertWhole, hasEnded, nameOf } from '../receiver/job-events.ts'
import { flaky, slow } from '../receiver/reactions.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { deliveryEnded, deliveryLog, redeliver, wholeDeliveryLog } from './delivery-log.ts'
import { startWithShortHistory } from './long-history.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('the webhook of a job under faults', () => {
  let t: TestStack
  let receiver: Receiver
  let stateDir: string
  before(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'seine-test-'))
    receiver = await startReceiver()
    t = await startTestStack({
      stateDir,
      egressAllow: [`127.0.0.1/32:${receiver.port}`],
      environment: {
        SEINE_WEBHOOK_SCHEDULE: '0,0,0,1,2,1,1',
        SEINE_WEBHOOK_TIMEOUT_MS: '2000',
      },
    })
    receiver.expect([t.stack.file.webhookSecret])
  })
  after(async () => {
    await t?.close()
    await receiver?.close()
    await rm(stateDir, { recursive: true, force: true })
  })

  const hook = (more: Record<string, unknown> = {}) => ({ url: receiver.url, ...more })
  const many = (pages: number) => ({
    url: new URL(`/many/?n=${pages}`, t.site.url).href,
    limit: pages,
    sitemap: 'skip',
  })

  it('resumes where it stopped when the receiver is back', async () => {
    receiver.react(() => ({ status: 200 }))
    const id = await t.api.start({ ...many(100), webhook: hook() })
    await receiver.until(() => receiver.accepted(id).length > 20)
    await receiver.goDown()
    while ((await deliveryLog(t, id, 'retrying')).length === 0) await sleep(50)
    await receiver.comeUp()
    const { completed, failed } = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    // No delivery is given up unless the machine is so busy that the receiver is unavailable for seconds.
    const givenUp = await wholeDeliveryLog(t, id, 'given_up')
    const events = assertInOrder(receiver, id, new Set(givenUp.map(({ sequence }) => sequence)))
    assert.equal(events.at(-1)?.sequence, completed + failed + 2)
  })

  it('loses nothing to a receiver that fails a third of all calls', async () => {
    receiver.react(flaky(7, 0.3, 0.02))
    const id = await t.api.start({ ...many(100), webhook: hook() })
    const { completed, failed } = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    // Five failures in a row happen to one event in four hundred.
    const givenUp = await wholeDeliveryLog(t, id, 'given_up')
    assert.ok(givenUp.length < 10, `${givenUp.length} events were given up`)
    const events = assertInOrder(receiver, id, new Set(givenUp.map(({ sequence }) => sequence)))
    assert.equal(events.at(-1)?.sequence, completed + failed + 2)
    assert.equal(nameOf(events.at(-1)!), 'completed')
    const lost = new Set(givenUp.map(({ sequence }) => sequence))
    // An event after one that was given up is retried until the receiver is found available again.
    for (const { sequence, try: tries } of givenUp) if (!lost.has(sequence - 1)) assert.equal(tries, 5)
  })

  it('returns every event in order although the worker is killed twice', { timeout: 900_000 }, async () => {
    receiver.react(slow(15))
    const id = await t.api.start({ ...many(200), webhook: hook() })
    for (const events of [40, 190]) {
      await receiver.until(() => receiver.accepted(id).length >= events)
      await t.stack.part('scrapeWorker').kill('SIGKILL')
    }
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    assertWhole(receiver, id, final)
    const repeated = receiver.callsOf(id).filter(({ nth }) => nth > 1).length
    // An event accepted in the second before a kill may be sent again, and one answered too late is sent again.
    const { length: late } = await wholeDeliveryLog(t, id, 'retrying')
    assert.ok(repeated < 2 * 80 + late, `${repeated} events came twice`)
  })

  it('holds no job up while its receiver hangs', async () => {
    let isOver = false
    receiver.react(() => (isOver ? { status: 200 } : 'hang'))
    const id = await t.api.start({ ...many(20), webhook: hook() })
    const { status, completed, failed } = await t.api.watch(id)
    assert.equal(status, 'completed')
    assert.deepEqual(receiver.accepted(id), [])
    isOver = true
    await receiver.until(hasEnded(id))
    const givenUp = await wholeDeliveryLog(t, id, 'given_up')
    const events = assertInOrder(receiver, id, new Set(givenUp.map(({ sequence }) => sequence)))
    assert.equal(events.at(-1)?.sequence, completed + failed + 2)
  })

  it('signs with every secret of the key, also with those that come and go while a job runs', async () => {
    // Slow until every secret was seen, so that the job still has events to sign.
    let delayMs = 150
    receiver.react(() => ({ status: 200, delayMs }))
    const path = stateLayout(stateDir).apiKeys
    const [entry] = JSON.parse(await readFile(path, 'utf8')) as [ApiKeyEntry]
    const [old] = entry.webhook_secrets as [string]
    const fresh = `whsec_${Buffer.from('a secret that is thirty-two long').toString('base64')}`
    const keep = async (...secrets: string[]): Promise<void> =>
      await writeFile(path, JSON.stringify([{ ...entry, webhook_secrets: secrets }]))
    receiver.expect([old, fresh])
    const id = await t.api.start({ ...many(150), webhook: hook() })
    const until = async (...signedBy: boolean[]): Promise<void> =>
      await receiver.until(() => String(receiver.callsOf(id).at(-1)?.signedBy) === String(signedBy))
    await until(true, false)
    await keep(old, fresh)
    await until(true, true)
    await keep(fresh)
    await until(false, true)
    delayMs = 5
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    assertWhole(receiver, id, final)
    await keep(old)
    receiver.expect([old])
  })

  it('gives up what a receiver is never there for, and sends it again when asked', { timeout: 900_000 }, async () => {
    receiver.react(() => ({ status: 200 }))
    await receiver.goDown()
    const id = await t.api.start({ ...many(30), webhook: hook() })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    await deliveryEnded(t, id)
    await receiver.comeUp()
    assert.equal(receiver.callsOf(id).length, 0)
    const givenUp = await wholeDeliveryLog(t, id, 'given_up')
    assert.deepEqual(
      givenUp.map(({ sequence }) => sequence),
      Array.from({ length: final.completed + final.failed + 2 }, (_, index) => index + 1),
    )
    assert.ok(givenUp.some(({ try: tryNumber }) => tryNumber === 0))
    const end = givenUp.at(-1)!
    assert.deepEqual([nameOf(end), end.try], ['completed', 7])

    for (const { event_id } of [end, givenUp[3]!]) assert.equal(await redeliver(t, id, event_id), 202)
    await receiver.until(() => receiver.callsOf(id).length === 2)
    assert.ok(receiver.callsOf(id).every(({ signedBy }) => signedBy[0]))
    assert.equal(receiver.callsOf(id).find(({ event }) => nameOf(event) === 'completed')?.event.event_id, end.event_id)
    let again: Awaited<ReturnType<typeof deliveryLog>> = []
    while (again.length < 2) {
      await sleep(50)
      again = (await deliveryLog(t, id, 'delivered')).filter(({ redelivery }) => redelivery)
    }
    assert.equal(await redeliver(t, id, `${end.event_id}9`), 404)
  })

  it('reports every page of a run that continues as a new run', async () => {
    receiver.react(slow(5))
    // Only its request is used.
    const whole = await t.api.start({ ...many(120), webhook: hook() })
    await t.api.cancel(whole)
    const sealing = readSealing({ SEINE_SEALING_KEY: loadSecrets(stateLayout(stateDir)).sealingKey })
    const id = await startWithShortHistory(t, whole, { historyEventsMax: 30 }, sealing)
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    assertWhole(receiver, id, final)
    let runs = 0
    for await (const _ of t.temporal.workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) runs += 1
    assert.ok(runs > 1, `${runs} runs`)
  })

  it('continues with the next worker when one is replaced', async () => {
    receiver.react(slow(10))
    const id = await t.api.start({ ...many(100), webhook: hook() })
    await receiver.until(() => receiver.accepted(id).length >= 30)
    await t.stack.part('scrapeWorker').restart()
    const final = await t.api.watch(id)
    await receiver.until(hasEnded(id))
    assertWhole(receiver, id, final)
    // A call in progress may be repeated, and one answered too late is repeated.
    const { length: late } = await wholeDeliveryLog(t, id, 'retrying')
    assert.ok(receiver.callsOf(id).filter(({ nth }) => nth > 1).length <= 1 + late)
  })
})
