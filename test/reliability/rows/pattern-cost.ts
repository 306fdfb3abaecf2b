/**
 * R31: lists of patterns that are linear but expensive, with URLs that contain every literal by which a pattern could
 * be ruled out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { html, startFixture, type Fixture } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { codeOf } from '../caller.ts'
import { sampleOf } from '../sample-of.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const links = 2_000
const shortLinks = 120
/** Longest URL that a crawl follows. */
const urlCharacters = 2_025
/** Time limit of an attack, milliseconds; a job that ends at all ends sooner. */
const jobTimeoutMs = 60_000
const shortJobTimeoutMs = 20_000
const recoveryTimeoutMs = 30_000
const listsAtOnce = 3

interface Attack {
  name: string
  patterns: string[]
  /** The word that URLs consist of: it contains every literal of the patterns. */
  word: string
}

const list = (count: number, pattern: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => pattern(at))

const attacks: readonly Attack[] = [
  { name: 'counted classes', patterns: list(66, (at) => `a[ab]{${860 + (at % 20)}}[c-f]`), word: 'ab' },
  { name: 'counted alternatives', patterns: list(60, (at) => `b(?:ab|ba|a){${400 + at}}[x-z]`), word: 'ab' },
  { name: 'overlapping counters', patterns: list(40, (at) => `(?:[ab]{1,30}){${20 + (at % 10)}}[c-f]`), word: 'ab' },
  {
    name: 'a literal that every URL has',
    patterns: list(66, (at) => `lime[lime]{${850 + (at % 20)}}[0-9]`),
    word: 'lime',
  },
  {
    name: 'classes of Unicode',
    patterns: list(50, (at) => `\\p{Ll}[\\p{Ll}\\p{Nd}]{${500 + at}}[\\p{Lu}]`),
    word: 'qz',
  },
  { name: 'any characters', patterns: list(64, (at) => `a.{${900 - at}}[c-f]{2}$`), word: 'ab' },
]

async function startLinkSite(count: number): Promise<Fixture> {
  const pageOf = (word: string): string => {
    const anchors = Array.from({ length: count }, (_, at) => {
      const tail = `/${at}`
      return `<a href="/${word.repeat(urlCharacters).slice(0, urlCharacters - 40 - tail.length)}${tail}">x</a>`
    })
    return `<title>Links</title><main><p>Some words to be read.</p>${anchors.join('')}</main>`
  }
  return await startFixture({
    ...Object.fromEntries(
      [...new Set(attacks.map(({ word }) => word))].map((word) => [`/${word}/`, html(pageOf(word))]),
    ),
    '/calls': html(
      `<title>Calls</title><script>for (let at = 0; at < ${Math.min(count, 900)}; at += 1) fetch('/' + 'ab'.repeat(980) + at).catch(() => {})</script>`,
    ),
  })
}

interface Outcome {
  name: string
  /** `refused`, a final status with its error, or `no end`. */
  outcome: string
  isFine: boolean
}

async function crawl(stack: ReliabilityStack, site: Fixture, attack: Attack, short: boolean): Promise<Outcome> {
  const { name, patterns, word } = attack
  const url = `${site.origin}/${word}/`
  const answer = await stack.attacker.post('/crawl', {
    url,
    sitemap: 'skip',
    limit: 3,
    crawlEntireDomain: true,
    excludePaths: patterns,
  })
  if (answer.status !== 202) return { name, outcome: codeOf(answer), isFine: answer.status === 422 }
  const path = `/crawl/${String(answer.body['id'])}`
  const end = await stack.jobEnd(stack.attacker, path, short ? shortJobTimeoutMs : jobTimeoutMs)
  if (end === null) await stack.attacker.ask('DELETE', path, { timeoutMs: 5_000 })
  const outcome = end === null ? 'no end' : [end.status, end.error].filter((text) => text !== '').join(': ')
  return { name, outcome, isFine: end !== null }
}

/** Matches the pattern of a capture against the URLs of all its calls. */
async function capture(stack: ReliabilityStack, site: Fixture, timeoutMs: number): Promise<Outcome> {
  const pattern = encodeURIComponent('a(?:[ab]|ba){900}[c-f]')
  const body = { url: `${site.origin}/calls`, timeout: 15_000 }
  const answer = await stack.attacker.post(`/browser/network?url_pattern=${pattern}`, body, { timeoutMs })
  return {
    name: 'url_pattern of a capture',
    outcome: codeOf(answer),
    isFine: answer.status !== 0 && answer.status !== 500,
  }
}

/** Matches the condition of a playbook against the final URL of each page of the session. */
async function playbook(stack: ReliabilityStack, site: Fixture, timeoutMs: number): Promise<Outcome> {
  const start = `${site.origin}/ab/?${'ab'.repeat(900)}`
  const condition = { url_pattern: 'a[ab]{900}[c-f]' }
  const body = { domain: '127.0.0.1', playbook: { start_url: start, success: condition, logged_out: condition } }
  const answer = await stack.attacker.post('/sessions', body, { timeoutMs })
  return {
    name: 'url_pattern of a playbook',
    outcome: codeOf(answer),
    isFine: answer.status !== 0 && answer.status !== 500,
  }
}

/** Runs a crawl of one page by another caller, after the attack and after a restart of the worker. */
async function recovery(stack: ReliabilityStack): Promise<Mark> {
  const { caller } = stack.bystander
  // A worker with a blocked event loop does not react to SIGTERM.
  const worker = stack.t.stack.part('scrapeWorker')
  await worker.kill('SIGKILL')
  await worker.ready()
  const startedAt = performance.now()
  const answer = await caller.post(
    '/crawl',
    { url: stack.t.site.url, limit: 1, sitemap: 'skip' },
    { timeoutMs: recoveryTimeoutMs },
  )
  const end = await stack.jobEnd(caller, `/crawl/${String(answer.body['id'])}`, recoveryTimeoutMs)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  return holds(
    "another's crawl of one page after a restart of the worker",
    end === null ? `no end in ${seconds} s` : `${end.status} in ${seconds} s`,
    'completed',
    end?.status === 'completed',
  )
}

export const patternCostRow: Row = {
  id: 'R31',
  name: "Callers' patterns",
  alone: true,
  method:
    'Lists of 40 to 66 accepted patterns that cost many steps a character, as `excludePaths` of crawls of pages with 2,000 links of 2,025 characters that pass every literal prefilter, three crawls at a time; expensive patterns as `url_pattern` of a capture and of a playbook. Then the worker is restarted.',
  counted:
    "Crawls that neither were refused nor ended within a minute; other callers' calls meanwhile; a crawl of one page afterwards.",
  passMark:
    'Refused with 422, or ended by itself; other callers under 3 × their idle p99; a crawl completes after a restart',
  async run({ short, ownStack, serve }) {
    // Work left in the queues of an attacked stack would affect other rows. The shortened form shares a stack: there a
    // crawl that does not end fails this row, and a stack is closed after a failed row.
    const stack = await ownStack()
    const site = await serve(stack, startLinkSite(short ? shortLinks : links))
    const chosen = short ? sampleOf(attacks, 2) : attacks
    const timeoutMs = short ? shortJobTimeoutMs : jobTimeoutMs
    const attack = async (): Promise<Outcome[]> => {
      const outcomes: Outcome[] = []
      for (let at = 0; at < chosen.length; at += listsAtOnce) {
        const now = chosen.slice(at, at + listsAtOnce)
        outcomes.push(...(await Promise.all(now.map(async (each) => await crawl(stack, site, each, short)))))
      }
      outcomes.push(...(await Promise.all([capture(stack, site, timeoutMs), playbook(stack, site, timeoutMs)])))
      await sleep(500)
      return outcomes
    }
    const { value: outcomes, marks } = await besideAttack(stack, short, attack)
    return [
      reported('links a page', String(short ? shortLinks : links)),
      ...outcomes.map(({ name, outcome, isFine }) => holds(name, outcome, 'refused or ended', isFine)),
      ...marks,
      await recovery(stack),
    ]
  },
}
