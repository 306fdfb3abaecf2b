/** R25: generated requests: valid, nearly valid and invalid ones. */
import * as fc from 'fast-check'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import { fuzzSeed } from '../../contract/fuzz-settings.ts'
import { jsonText, Members, treeOf } from '../../contract/json-tree.ts'
import { oddName, oddRequest } from '../../contract/odd-requests.ts'
import { RawClient, type RawAnswer, type RawRequest } from '../../contract/raw-client.ts'
import { secretMark, validBodies, type BodyRoute } from '../../contract/request-bodies.ts'
import { Caller } from '../caller.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { addKeys, untilKnown } from '../reliability-stack.ts'
import type { Row, RowContext } from '../row.ts'

const requests = 20_000
const shortRequests = 120
const unknownFields = 500
const shortUnknownFields = 30
const atOnce = 24
/** Bodies may be large: requests are generated and sent in batches of this size. */
const madeAtOnce = 500
/** The key and tenant that the generators use. */
const key = 'acme-key'

/** Callers have no rate limits, and the jobs they start may run. */
const environment = {
  SEINE_LIMIT_STARTS_PER_MINUTE: '10000000',
  SEINE_LIMIT_CALLS_PER_MINUTE: '10000000',
  SEINE_LIMIT_READS_PER_MINUTE: '10000000',
  SEINE_LIMIT_CONCURRENT_JOBS: '1000000',
}

/** Results of all requests of a kind. */
class Tally {
  readonly statuses = new Map<number, number>()
  /** Unexpected answers, and calls without one. */
  readonly faults: string[] = []
  secrets = 0

  async take(asked: RawRequest, client: RawClient): Promise<RawAnswer | null> {
    try {
      const answer = await client.checked(asked)
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
      if (answer.text.includes(secretMark)) this.secrets += 1
      return answer
    } catch (error) {
      this.faults.push(`${asked.method} ${asked.path.slice(0, 100)}: ${(error as Error).message.slice(0, 300)}`)
      return null
    }
  }

  get all(): number {
    return this.faults.length + [...this.statuses.values()].reduce((sum, count) => sum + count, 0)
  }
}

/** A valid body of a route plus one field that the route does not have. */
const withUnknownField = fc
  .constantFrom(...(Object.keys(validBodies) as BodyRoute[]))
  .chain((name) => {
    const { properties } = routes[name].body as unknown as { properties: Record<string, unknown> }
    const unknown = oddName.filter((field) => !Object.hasOwn(properties, field) && field !== 'schema')
    return fc.tuple(fc.constant(name), fc.constantFrom(...validBodies[name]), unknown)
  })
  .map(([name, body, field]): RawRequest => {
    const tree = new Members([...(treeOf(body) as Members).entries, [field, 1]])
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    return { method: 'POST', path: routes[name].path, headers, body: Buffer.from(jsonText(tree)) }
  })

/** Sends this many requests of a kind. */
async function sendAll(
  client: RawClient,
  kind: fc.Arbitrary<RawRequest>,
  count: number,
  { signal }: RowContext,
): Promise<Tally> {
  const tally = new Tally()
  for (let made = 0; made < count && !signal.aborted; made += madeAtOnce) {
    const some = fc.sample(kind, { numRuns: Math.min(madeAtOnce, count - made), seed: fuzzSeed() + made })
    await eachOf(some, atOnce, async (asked) => await tally.take(asked, client))
  }
  return tally
}

export const fuzzRow: Row = {
  id: 'R25',
  name: 'Fuzz',
  method:
    '20,000 generated requests to every route, 24 at a time: valid bodies that are changed in up to three places, odd values, names, ids, queries, headers, keys, methods and bytes that are no body. Then 500 valid bodies with a field that the route does not have.',
  counted: 'Answers by status; answers that the API description does not have; answers that repeat a secret.',
  passMark: '0 responses 500; an unknown field always 422; every body matches the schema',
  stack: { browser: false, environment },
  async run(context) {
    const { short, ownStack, atEnd } = context
    const stack = await ownStack()
    await addKeys(stack.t, { acme: key })
    const acme = new Caller(stack.gateway, key)
    await untilKnown(acme)
    const started = await Promise.all([
      acme.post('/crawl', { url: stack.t.site.url, limit: 1, sitemap: 'skip' }),
      acme.post('/batch/scrape', { urls: [stack.t.site.url] }),
    ])
    const client = new RawClient(stack.gateway)
    atEnd(async () => client.close())
    const known = started.map(({ body }) => String(body['id']))
    const odd = await sendAll(client, oddRequest(known), short ? shortRequests : requests, context)
    const unknown = await sendAll(client, withUnknownField, short ? shortUnknownFields : unknownFields, context)
    const statuses = [...odd.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} ${status}`)
    return [
      holds('requests', String(odd.all), 'some', odd.all > 0),
      reported('answers', statuses.join(', ')),
      atMost('answers of 500', odd.statuses.get(500) ?? 0, 0),
      atMost('answers that differ from the description, and calls without one', odd.faults.length, 0),
      reported('the first of them', odd.faults[0] ?? 'none'),
      atMost('answers that repeat a secret', odd.secrets + unknown.secrets, 0),
      allOf('unknown fields refused with 422', unknown.statuses.get(422) ?? 0, unknown.all),
    ]
  },
}
