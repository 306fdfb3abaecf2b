/** R22: searches everything the service stores or returns for secrets of callers and operators. */
import { allOf, equals, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { startFixture, type Fixture } from '../../browser/fixture-server.ts'
import { databaseOf, historiesOf, logsOf, metricsOf, objectsOf, type SearchedPlace } from '../../stack/canary-search.ts'
import type { CallAnswer } from '../caller.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'
import { webhookSchedule } from './webhook.ts'

const jobTimeoutMs = 90_000
/** A port without a listener. */
const deadPort = 9

/** Each one is passed to the service in a different way. */
const canaries = {
  'header of a page': 'canary-one-page-header',
  'cookie of a page': 'canary-two-page-cookie',
  'URL of a receiver': 'canary-three-receiver-url',
  'header of a receiver': 'canary-four-receiver-header',
  'metadata of a webhook': 'canary-five-webhook-metadata',
  'address of a mail': 'canary-six@example.org',
  'password of the mail server': 'canary-seven-smtp-password',
  'password of a proxy': 'canary-eight-proxy-password',
  'secret of a session': 'canary-nine-session-secret',
  'cookie of a session': 'canary-ten-session-cookie',
  'local storage of a session': 'canary-eleven-session-storage',
  'text that an action types': 'canary-twelve-typed-text',
  'body of a request': 'canary-thirteen-request-body',
  'token in an address, in logs': 'canary-fourteen-token-in-an-address',
} as const
type Canary = keyof typeof canaries

/** Allowed occurrences: archives contain the URLs of their pages, and a refusal repeats a value that is not secret. */
const mayStand = (canary: Canary, place: string): boolean =>
  (canary === 'token in an address, in logs' && !place.startsWith('log ')) ||
  (canary === 'address of a mail' && place.startsWith('answer '))

interface Found {
  canary: Canary
  place: string
}

function foundIn({ name, text }: SearchedPlace): Found[] {
  return (Object.keys(canaries) as Canary[])
    .filter((canary) => text.includes(canaries[canary]) && !mayStand(canary, name))
    .map((canary) => ({ canary, place: name }))
}

/** A page without secrets, and a receiver of webhooks. */
async function startSite(): Promise<Fixture> {
  const page = '<title>Form</title><main><h1>Form</h1><p>Some words.</p><input id="name"></main>'
  return await startFixture({
    '/': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    '/hook': (_request, response) => void response.writeHead(500).end('no'),
  })
}

const storage = (origin: string) => ({ [origin]: { token: canaries['local storage of a session'] } })

/** Passes every canary to the service. @returns the answers, which are searched as well. */
async function giveAll(stack: ReliabilityStack, { origin }: Fixture): Promise<CallAnswer[]> {
  const { attacker } = stack
  const url = `${origin}/?token=${canaries['token in an address, in logs']}`
  const headers = { 'X-Canary': canaries['header of a page'], Cookie: `a=${canaries['cookie of a page']}` }
  const action = { action: 'fill', selector: '#name', value: canaries['text that an action types'] }
  const session = await attacker.post('/sessions', {
    domain: '127.0.0.1',
    playbook: {
      start_url: url,
      headers: { 'X-Key': '{{secret.key}}' },
      cookies: [{ name: 'sid', value: canaries['cookie of a session'] }],
      local_storage: storage(origin),
      secrets: { key: canaries['secret of a session'] },
    },
  })
  const id = String(session.body['session_id'])
  const crawl = await attacker.post('/crawl', {
    url,
    limit: 2,
    email: canaries['address of a mail'],
    webhook: {
      url: `${origin}/hook?token=${canaries['URL of a receiver']}`,
      headers: { Authorization: `Bearer ${canaries['header of a receiver']}` },
      metadata: { note: canaries['metadata of a webhook'] },
    },
    scrape: { override_parameter: { headers } },
  })
  const crawlPath = `/crawl/${String(crawl.body['id'])}`
  await stack.jobEnd(attacker, crawlPath, jobTimeoutMs)
  const form = { method: 'POST', body: canaries['body of a request'] }
  return [
    session,
    crawl,
    await attacker.get(crawlPath),
    await attacker.get(`${crawlPath}/webhooks`),
    await attacker.get(`/sessions/${id}`),
    await attacker.post('/scrape', { url, js_render: false, override_parameter: { headers } }),
    await attacker.post('/scrape', { url, js_render: true, actions: [action] }),
    await attacker.post('/scrape', { url, js_render: false, ...form }),
    await attacker.post('/scrape', { url, js_render: false, proxy_strategy: 'premium' }),
    await attacker.post('/scrape', { url, js_render: false, session_id: id }),
    await attacker.post('/scrape', { url: `http://127.0.0.1:${deadPort}/`, override_parameter: { headers } }),
    await attacker.post(
      '/scrape',
      `{"url": "${url}", "override_parameter": {"headers": {"X": "${canaries['header of a page']}"`,
    ),
    await attacker.post('/crawl', { url, email: `${canaries['address of a mail']}\r\nx`, webhook: { url: 5 } }),
  ]
}

async function search(
  stack: ReliabilityStack,
  answers: readonly CallAnswer[],
): Promise<{ places: number; found: Found[] }> {
  const found = answers.flatMap(({ text }, at) => foundIn({ name: `answer ${at}`, text }))
  let places = answers.length
  for (const all of [logsOf, metricsOf, historiesOf, objectsOf, databaseOf]) {
    for await (const place of all(stack.t)) {
      found.push(...foundIn(place))
      places += 1
    }
  }
  return { places, found }
}

function judge(found: readonly Found[]): Mark[] {
  return (Object.keys(canaries) as Canary[]).flatMap((canary) => {
    const places = found.filter((each) => each.canary === canary).map(({ place }) => place)
    const shown = places.slice(0, 3).join(', ')
    return places.length === 0 ? [] : [holds(canary, `${places.length} places: ${shown}`, 'nowhere', false)]
  })
}

export const secretsRow: Row = {
  id: 'R22',
  name: 'Secrets',
  method:
    'Canaries in headers, cookies, bodies, actions, receivers of webhooks, mail, sessions, addresses, and the passwords of proxy and mail server, through crawls, scrapes, sessions and requests that fail, with logs at trace; then every log, metric, history, object, answer and the database of Temporal is searched.',
  counted: 'Places that hold a canary. One in the query of an address counts in logs alone.',
  passMark: '0 hits',
  opening: true,
  stack: {
    mail: { user: 'seine', password: canaries['password of the mail server'] },
    environment: {
      SEINE_LOG_LEVEL: 'trace',
      SEINE_WEBHOOK_SCHEDULE: '0,1,1,1,1',
      SEINE_PROXY_PREMIUM: `http://user:${canaries['password of a proxy']}@127.0.0.1:${deadPort}`,
    },
  },
  // Any schedule will do here; that of R23 is needed there.
  shortStack: { SEINE_WEBHOOK_SCHEDULE: webhookSchedule },
  async run({ ownStack, atEnd }) {
    const site = await startSite()
    atEnd(async () => await site.close())
    const stack = await ownStack({ egressAllow: [`127.0.0.1/32:${site.port}`] })
    const answers = await giveAll(stack, site)
    const { places, found } = await search(stack, answers)
    const reached = (text: string): boolean => JSON.stringify(site.seen).includes(text)
    const given = (
      [
        'header of a page',
        'cookie of a page',
        'URL of a receiver',
        'header of a receiver',
        'secret of a session',
        'cookie of a session',
      ] as const
    ).filter((canary) => reached(canaries[canary]))
    return [
      reported('places searched', String(places)),
      allOf('canaries that reached the site they are for', given.length, 6),
      equals('hits', found.length, 0),
      ...judge(found),
    ]
  },
}
