/** R23: a webhook receiver that fails, hangs and redirects, while the process that calls it is killed. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomNumbers } from '@seine/activities/extract/testing/random-numbers.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { assertInOrder, nameOf } from '../../receiver/job-events.ts'
import { startReceiver, type Reaction, type Receiver } from '../../receiver/receiver.ts'
import { deliveryEnded, deliveryLog, redeliver } from '../../stack/delivery-log.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'
import { killWhile } from '../worker-killer.ts'

interface Form {
  jobs: number
  /** Number of events of a job besides `started` and the final one. */
  pages: number
  kills: number
}

const full: Form = { jobs: 4, pages: 248, kills: 10 }
const shortened: Form = { jobs: 2, pages: 12, kills: 1 }
const shares = { fails: 0.3, hangs: 0.1 }
/** Shorter than the default, so that the row ends; `page` events get the first five attempts. */
export const webhookSchedule = '0,0,1,1,2,2,2,2,3,3'
const environment = { SEINE_WEBHOOK_SCHEDULE: webhookSchedule, SEINE_WEBHOOK_TIMEOUT_MS: '1000' }
/** Time between the start of a worker and its kill, milliseconds. */
const pauseMs = { min: 1_000, max: 4_000 }
/** A short job ends soon. */
const shortPauseMs = { min: 500, max: 1_500 }
const endMs = 900_000

/** A third of the failures each: by status, by a redirect to the sentinel, by a closed connection. */
function faulty(sentinel: string): () => Reaction {
  const random = randomNumbers(23)
  const failures: Reaction[] = [{ status: 503 }, { status: 302, headers: { location: sentinel } }, 'cut']
  return () => {
    const drawn = random()
    if (drawn < shares.hangs) return 'hang'
    if (drawn >= shares.hangs + shares.fails) return { status: 200 }
    return failures[Math.floor(random() * failures.length)]!
  }
}

/** The target of the redirects. */
async function startSentinel(): Promise<{ url: string; calls(): number; close(): Promise<void> }> {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls: () => calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Describes an error in the order of a job's events; null if none exists. */
function disorderOf(receiver: Receiver, id: string, givenUp: ReadonlySet<number>): string | null {
  try {
    assertInOrder(receiver, id, givenUp)
    return null
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? 'not in order'
  }
}

interface Told {
  givenUp: number
  disorder: string | null
  /** Number of events that were accepted in the end, each counted once. */
  accepted: number
  ended: boolean
}

/** Waits for the last event of a job, then requests redelivery of those that were given up. */
async function toldOf({ t }: ReliabilityStack, receiver: Receiver, id: string, healed: () => void): Promise<Told> {
  await deliveryEnded(t, id)
  const accepted = (): Set<string> => new Set(receiver.accepted(id).map(({ event_id }) => event_id))
  // An event accepted just before a kill is retried and may then be given up: it is not lost.
  const before = accepted()
  const lost = (await deliveryLog(t, id, 'given_up')).filter(({ event_id }) => !before.has(event_id))
  const disorder = disorderOf(receiver, id, new Set(lost.map(({ sequence }) => sequence)))
  healed()
  for (const { event_id } of lost) await redeliver(t, id, event_id)
  await receiver.until(() => lost.every(({ event_id }) => accepted().has(event_id))).catch(() => undefined)
  const ended = receiver.accepted(id).some((event) => nameOf(event) === 'completed')
  return { givenUp: lost.length, disorder, accepted: accepted().size, ended }
}

export const webhookRow: Row = {
  id: 'R23',
  name: 'Webhook',
  method:
    'Four jobs with 250 events each. Of the calls to their receiver 30 % fail, by a status, a redirect or a broken connection, and 10 % hang; the worker that calls is killed with SIGKILL ten times. Events that were given up after all their tries are asked for again through the API at the end.',
  counted: 'Events accepted; signatures; ids and bodies of repeats; order in each job; calls to where redirects point.',
  passMark: '0 lost; all signatures verify; the same id on repeats; order of each job kept; 0 redirects followed',
  stack: { browser: false, environment },
  async run({ short, ownStack, atEnd }: RowContext) {
    const form = short ? shortened : full
    const sentinel = await startSentinel()
    const receiver = await startReceiver()
    atEnd(async () => await Promise.all([sentinel.close(), receiver.close()]))
    const stack = await ownStack()
    const { t } = stack
    for (const url of [sentinel.url, receiver.url]) await stack.allow(url)
    receiver.expect([t.stack.file.webhookSecret])
    receiver.react(faulty(sentinel.url))
    const request = {
      url: new URL(`/many/?n=${form.pages}`, t.site.url).href,
      limit: form.pages,
      sitemap: 'skip',
      heartbeatTimeoutSecs: 5,
      webhook: { url: receiver.url },
    }
    const ids = await Promise.all(Array.from({ length: form.jobs }, async () => await t.api.start(request)))
    let isOver = false
    const finals = Promise.all(ids.map(async (id) => await t.api.watch(id, undefined, endMs)))
    const over = finals.then(async () => await Promise.all(ids.map(async (id) => await deliveryEnded(t, id))))
    void over.catch(() => undefined).finally(() => (isOver = true))
    const kills = (await killWhile(stack, () => isOver, { most: form.kills, pauseMs: short ? shortPauseMs : pauseMs }))
      .length
    const expected = (await finals).reduce((sum, { completed, failed }) => sum + completed + failed + 2, 0)
    await over
    const healed = (): void => receiver.react(() => ({ status: 200 }))
    const told: Told[] = []
    for (const id of ids) told.push(await toldOf(stack, receiver, id, healed))
    const sum = (of: (each: Told) => number): number => told.reduce((all, each) => all + of(each), 0)
    const { calls } = receiver
    const disorder = told.flatMap((each) => each.disorder ?? [])
    return [
      holds('kills', String(kills), 'at least one', kills > 0),
      reported('events given up and asked for again', String(sum(({ givenUp }) => givenUp))),
      allOf(
        'events accepted',
        sum(({ accepted }) => accepted),
        expected,
      ),
      allOf(
        'jobs whose end was reported',
        sum(({ ended }) => Number(ended)),
        form.jobs,
      ),
      allOf(
        'calls with a signature that verifies',
        calls.filter(({ signedBy }) => signedBy.includes(true)).length,
        calls.length,
      ),
      reported('calls that repeat an event', String(calls.filter(({ nth }) => nth > 1).length)),
      holds('order, ids and bodies of each job', disorder[0] ?? 'kept', 'kept', disorder.length === 0),
      atMost('redirects followed', sentinel.calls(), 0),
    ]
  },
}
