/** R33: large pages that echo the secrets of a session, and playbooks with very many secrets. */
import { allOf, atMost, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { startFixture, type Fixture } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codeOf, type CallAnswer } from '../caller.ts'
import { peakDuring, type ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const megabyte = 1024 * 1024
const pageMegabytes = 10
const shortPageMegabytes = 0.5
const rounds = 3
const overPlainSeconds = 1
/** Beside other tests everything takes longer. */
const shortOverPlainSeconds = 60
const memoryRiseMaxMegabytes = 400
/** More than a playbook may have in total. */
const manySecrets = 30
const secretBytes = 8_000

const secret = 'canary-secret-of-a-session-0123456789'
const cookie = 'canary-cookie-of-a-session-9876543210'

/** Pages that end with the request header they received. */
async function startEcho(bytes: number): Promise<Fixture> {
  const words = '<p>The ferry leaves the quay at nine and comes back before the evening tide.</p>'
  const large = words.repeat(Math.ceil(bytes / words.length))
  return await startFixture({
    '/large': (request, response) => {
      const echoed = String(request.headers['x-key'])
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<title>Large</title><main>${large}<p>Asked with ${echoed}</p></main>`)
    },
    '/small': (request, response) => {
      const echoed = String(request.headers['x-key'])
      response.writeHead(200, { 'content-type': 'text/html', 'x-echo': String(request.headers['x-key']) })
      response.end(`<title>Small</title><main>${words.repeat(20)}<p>Asked with ${echoed}</p></main>`)
    },
  })
}

const register = async (stack: ReliabilityStack, playbook: unknown): Promise<CallAnswer> =>
  await stack.attacker.post('/sessions', { domain: '127.0.0.1', playbook })

const idOf = ({ body }: CallAnswer): string => String(body['session_id'])

const seconds = (answers: readonly CallAnswer[]): number =>
  Math.max(...answers.map(({ elapsedMs }) => elapsedMs)) / 1_000

async function scrapes(
  stack: ReliabilityStack,
  url: string,
  session: string | null,
  times: number,
): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  for (let n = 0; n < times; n += 1) {
    const named = session === null ? {} : { session_id: session }
    answers.push(
      await stack.attacker.post('/scrape', { url, js_render: false, output: ['html', 'markdown'], ...named }),
    )
  }
  return answers
}

const tells = (answer: CallAnswer): boolean => answer.text.includes(secret)

/** More secrets than a playbook may have: refused, or as fast as a page without. */
async function manySecretsMark(stack: ReliabilityStack, url: string, over: number): Promise<Mark[]> {
  const secrets = Object.fromEntries(
    Array.from({ length: manySecrets }, (_, at) => [`s${at}`, `${at}-`.padEnd(secretBytes, 'abcdefgh')]),
  )
  const answer = await register(stack, { secrets })
  const what = `${manySecrets} secrets of ${secretBytes} bytes`
  if (answer.status === 422) return [holds(what, codeOf(answer), '422, or as fast as without', true)]
  const plain = seconds(await scrapes(stack, url, null, 1))
  const within = seconds(await scrapes(stack, url, idOf(answer), 1))
  return [
    atMost(
      `${what} were accepted; a small page takes longer by`,
      Math.max(0, within - plain),
      Math.min(over, 0.5),
      ' s',
    ),
  ]
}

/** A capture lists the request headers of a page; the session's own are hidden in it. */
async function captureMark(stack: ReliabilityStack, url: string, session: string): Promise<Mark> {
  const answer = await stack.attacker.post('/browser/network', { url, session_id: session, timeout: 20_000 })
  const found = [secret, cookie].filter((text) => answer.text.includes(text)).length
  return holds(
    'a capture in the session',
    answer.status === 200 ? `shows ${found} of 2` : codeOf(answer),
    'shows neither secret nor cookie',
    answer.status === 200 && found === 0,
  )
}

export const redactionRow: Row = {
  id: 'R33',
  name: 'Redaction of session secrets',
  alone: true,
  method:
    'A page of 10 MiB that echoes a secret of the session it is loaded in, three times with the session and three times without; a playbook with 30 secrets of 8 kB; a capture in the session, which has a cookie as well.',
  counted: 'Time and memory of the worker beyond those without the session; secrets in answers.',
  passMark:
    'At most 1 s over the same page without session; memory at most 400 MB over it; 0 secrets in answers; 240 kB of secrets refused',
  async run({ short, sharedStack, serve }) {
    const stack = await sharedStack()
    const site = await serve(stack, startEcho((short ? shortPageMegabytes : pageMegabytes) * megabyte))
    const registered = await register(stack, {
      headers: { 'X-Key': '{{secret.key}}' },
      cookies: [{ name: 'sid', value: cookie }],
      secrets: { key: secret },
    })
    const session = idOf(registered)
    const memory = (): number => stack.memoryOf('scrapeWorker')
    const url = `${site.origin}/large`
    const times = short ? 1 : rounds
    await scrapes(stack, url, null, 1)
    const plain = await peakDuring(memory, scrapes(stack, url, null, times))
    const attack = async () => await peakDuring(memory, scrapes(stack, url, session, times))
    const { value: within, marks } = await besideAttack(stack, short, attack)
    const over = short ? shortOverPlainSeconds : overPlainSeconds
    return [
      reported(
        'longest call, without and with the session',
        `${seconds(plain.value).toFixed(1)} and ${seconds(within.value).toFixed(1)} s`,
      ),
      allOf('answered', [...plain.value, ...within.value].filter(({ status }) => status === 200).length, times * 2),
      atMost('time over that without', Math.max(0, seconds(within.value) - seconds(plain.value)), over, ' s'),
      atMost(
        'memory over that without',
        Math.max(0, within.peak - plain.peak) / megabyte,
        memoryRiseMaxMegabytes,
        ' MB',
      ),
      holds('secrets in answers', String(within.value.filter(tells).length), '0', !within.value.some(tells)),
      ...(await manySecretsMark(stack, `${site.origin}/small`, over)),
      ...(short ? [] : [await captureMark(stack, `${site.origin}/small`, session)]),
      ...marks,
    ]
  },
}
