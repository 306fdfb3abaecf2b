/** R21: ids of other tenants and ids that do not exist, on every route. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { allOf, equals, holds, reported } from '../../bench/labs/lab.ts'
import { answerWithout } from '../../contract/answer-without.ts'
import type { Caller } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import type { Row } from '../row.ts'

const idsPerRoute = 1_000
/** One id of the other tenant and one that does not exist. */
const shortIdsPerRoute = 2
const jobsPerTenant = 5
const shortJobsPerTenant = 1
const atOnce = 8
const callTimeoutMs = 20_000
/** The window of a key's limits is a minute. */
const limitedTries = 14
const limitedPauseMs = 5_000

type Kind = 'crawl' | 'batch' | 'session'
type Ids = Record<Kind, string[]>

/** Creates jobs and sessions of a tenant; the jobs run unattended. */
async function makeOwn(caller: Caller, url: string, count: number): Promise<Ids> {
  const made: Ids = { crawl: [], batch: [], session: [] }
  for (let at = 0; at < count; at += 1) {
    const answers = {
      crawl: await caller.post('/crawl', { url, limit: 1, sitemap: 'skip' }),
      batch: await caller.post('/batch/scrape', { urls: [url] }),
      session: await caller.post('/sessions', { domain: 'example.com' }),
    }
    made.crawl.push(String(answers.crawl.body['id']))
    made.batch.push(String(answers.batch.body['id']))
    made.session.push(String(answers.session.body['session_id']))
  }
  return made
}

const kindOf = (path: string): Kind =>
  path.startsWith('/crawl') ? 'crawl' : path.startsWith('/batch') ? 'batch' : 'session'

const unknownId = (kind: Kind): string => (kind === 'session' ? `ses-${randomUUID()}` : `${kind}-${randomUUID()}`)

interface Told {
  route: string
  asked: number
  /** Number of distinct answers to foreign and unknown ids together; must be 1. */
  different: number
  /** Answers other than 404. */
  others: number
  /** Status codes of the answers. */
  statuses: number[]
}

/** Repeats a request until the key's minute is over when its calls per minute are used up. */
async function askedAgain(ask: () => ReturnType<Caller['ask']>): ReturnType<Caller['ask']> {
  for (let triesLeft = limitedTries; ; triesLeft -= 1) {
    const answer = await ask()
    if (answer.status !== 429 || triesLeft === 0) return answer
    await sleep(limitedPauseMs)
  }
}

async function tryRoute(
  name: string,
  { method, path, body }: Route,
  caller: Caller,
  foreign: Ids,
  count: number,
): Promise<Told> {
  const kind = kindOf(path)
  const known = foreign[kind]
  const ids = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? known[(at / 2) % known.length]! : unknownId(kind),
  )
  const answers = await eachOf(ids, atOnce, async (id) => {
    const asked = path.replace('{id}', id).replace('{event_id}', `evt_${id}_1`)
    const sent = body === undefined ? {} : { body: {} }
    const answer = await askedAgain(
      async () => await caller.ask(method.toUpperCase(), asked, { ...sent, timeoutMs: callTimeoutMs }),
    )
    return { status: answer.status, told: answer.text === '' ? `${answer.status}` : answerWithout(answer, id) }
  })
  return {
    route: name,
    asked: answers.length,
    different: new Set(answers.map(({ told }) => told)).size,
    others: answers.filter(({ status }) => status !== 404).length,
    statuses: [...new Set(answers.map(({ status }) => status))],
  }
}

/** Returns how many resources of the owner are intact after the other tenant tried to read, cancel and delete them. */
async function stillThere(caller: Caller, own: Ids): Promise<number> {
  const paths = [
    ...own.crawl.map((id) => `/crawl/${id}`),
    ...own.batch.map((id) => `/batch/scrape/${id}`),
    ...own.session.map((id) => `/sessions/${id}`),
  ]
  const answers = await Promise.all(paths.map(async (path) => await caller.get(path)))
  const isWhole = (answer: (typeof answers)[number]): boolean =>
    answer.status === 200 && answer.body['status'] !== 'cancelled'
  return answers.filter(isWhole).length
}

async function tryKey(caller: Caller, foreign: Ids, count: number): Promise<Told[]> {
  const withId = Object.entries<Route>(routes).filter(([, { path }]) => path.includes('{id}'))
  const told: Told[] = []
  for (const [name, route] of withId) told.push(await tryRoute(name, route, caller, foreign, count))
  return told
}

export const tenancyRow: Row = {
  id: 'R21',
  name: 'Tenancy',
  method:
    'Two tenants with crawls, batches and sessions each; the key of each requests 1,000 ids from every route that takes an id, alternately an id of the other tenant and an id that does not exist.',
  counted:
    'Answers other than 404; routes that answer foreign and unknown ids differently; jobs and sessions that their owners lost by it.',
  passMark: '0 cross reads; answers to foreign and unknown ids identical',
  async run({ short, sharedStack }) {
    const stack = await sharedStack()
    const url = stack.t.site.url
    const count = short ? shortJobsPerTenant : jobsPerTenant
    const owners = [stack.attacker, stack.other.caller] as const
    const [first, second] = [await makeOwn(owners[0], url, count), await makeOwn(owners[1], url, count)]
    const ids = short ? shortIdsPerRoute : idsPerRoute
    const told = [...(await tryKey(owners[0], second, ids)), ...(await tryKey(owners[1], first, ids))]
    const asked = told.reduce((sum, each) => sum + each.asked, 0)
    const others = told.reduce((sum, each) => sum + each.others, 0)
    const different = told.filter((each) => each.different !== 1)
    const kept = (await stillThere(owners[0], first)) + (await stillThere(owners[1], second))
    return [
      reported('requests', `${asked} on ${told.length / 2} routes by two keys`),
      equals('answers other than 404', others, 0),
      ...told
        .filter((each) => each.others > 0)
        .map((each) => reported(each.route, `answered ${each.statuses.join(', ')}`)),
      allOf('routes whose answers are all the same', told.length - different.length, told.length),
      ...different.map((each) => holds('told apart', each.route, 'the same', false)),
      allOf('jobs and sessions that their owners still have', kept, count * 6),
    ]
  },
}
