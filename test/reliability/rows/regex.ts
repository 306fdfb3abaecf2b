/** R17: patterns that make backtracking engines run without end, as path filters of a crawl. */
import { allOf, atMost, holds, reported, type Mark } from '../../bench/labs/lab.ts'
import { html, startFixture } from '../../browser/fixture-server.ts'
import { besideAttack } from '../bystander.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { sampleOf } from '../sample-of.ts'
import type { ReliabilityStack } from '../reliability-stack.ts'
import type { Row } from '../row.ts'

const links = 10_000
const shortLinks = 1_000
const shortPatterns = 4
const overBaselineSeconds = 3
const shortOverBaselineSeconds = 60
const jobTimeoutMs = 90_000
const atOnce = 2

const nested = ['(a+)+$', '(a*)*$', '(a|a)*$', '(a|aa)+$', '([a-z]+)*$', '(.*a){20}$', '(a?){30}a{30}$', '((a+)+)+$']
const overlapping = [
  '^(\\w+\\s?)*$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a|b|ab)*c$',
  '(ab|a)(bc|c)?$x',
  '(.+)*z$',
]
const counted = [
  'a{500}b',
  '(a{1,30}){30}$',
  '[ab]{800}c',
  '(?:a{0,50}b?){15}$',
  '.{900}$',
  '(?:ab?){400}c',
  'a.{0,800}b$',
]
const anchored = ['^(a+)+b$', '^(?:a|aa|aaa)+$b', '(^a+)*$x', '(?i)(A+)+B', '(?s).*.*.*.*=.*', '(?m)^(.*)*$x']
const classes = [
  '[^/]*[^/]*[^/]*[^/]*x$',
  '(?:[a-c]|[b-d]|[c-e])+f$',
  '\\d*\\d*\\d*\\d*x',
  '\\p{L}+\\p{L}+\\p{L}+1',
  '(\\S+)+!',
]
const lookaround = ['^/(?!admin).*', '(?<=a)b+', '(a)\\1+', '(?=(a+))a*b\\1']
const alternatives = [
  '(a|b|c|d|e|f|g|h)*(a|b|c|d|e|f|g|h)*z',
  '(?:aa|ab|ac|ad)*zz',
  '(p1|p12|p123|p1234)*x',
  '(.|..|...)+!',
]

/** Forty patterns. */
export const evilPatterns: readonly string[] = [
  ...nested,
  ...overlapping,
  ...counted,
  ...anchored,
  ...classes,
  ...lookaround,
  ...alternatives,
]

interface Tried {
  pattern: string
  /** From the start of the crawl to its end, seconds; null when it was refused. */
  seconds: number | null
  status: string
}

async function crawlWith(stack: ReliabilityStack, url: string, excludePaths: readonly string[]): Promise<Tried> {
  const pattern = excludePaths.join(' ')
  const answer = await stack.attacker.post('/crawl', {
    url,
    limit: 1,
    sitemap: 'skip',
    crawlEntireDomain: true,
    excludePaths,
  })
  if (answer.status === 422) return { pattern, seconds: null, status: 'refused' }
  const startedAt = performance.now()
  const end = await stack.jobEnd(stack.attacker, `/crawl/${String(answer.body['id'])}`, jobTimeoutMs)
  const seconds = (performance.now() - startedAt) / 1_000
  return { pattern, seconds, status: end === null ? 'no end' : end.status }
}

function slowestMark(tried: readonly Tried[], baseline: number, most: number): Mark {
  const [slowest] = tried.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0))
  const over = Math.max(0, (slowest?.seconds ?? 0) - baseline)
  return atMost(`slowest list over a crawl without patterns (${slowest?.pattern})`, over, most, ' s')
}

export const regexRow: Row = {
  id: 'R17',
  name: 'Regular expressions',
  alone: true,
  method:
    'Each of 40 patterns that make backtracking engines run for ever, as `excludePaths` of a crawl of one page with 10,000 links of the letters that they look for; and the same crawl without patterns.',
  counted: 'Patterns refused with 422; time of each crawl beyond that without patterns.',
  passMark: '422, or at most 3 s a list in all',
  async run({ short, sharedStack, atEnd }) {
    const stack = await sharedStack()
    const count = short ? shortLinks : links
    const patterns = short ? sampleOf(evilPatterns, shortPatterns) : evilPatterns
    const anchors = Array.from(
      { length: count },
      (_, at) => `<a href="/${'ab'.repeat(20)}${'a'.repeat(at % 60)}-${at}!">x</a>`,
    )
    const site = await startFixture({ '/': html(`<title>Links</title><main><p>Words.</p>${anchors.join('')}</main>`) })
    atEnd(async () => await site.close())
    const url = `${site.origin}/`
    await stack.allow(url)
    const plain = await crawlWith(stack, url, [])
    const attack = async () => await eachOf(patterns, atOnce, async (pattern) => await crawlWith(stack, url, [pattern]))
    const { value: tried, marks } = await besideAttack(stack, short, attack)
    const ran = tried.filter(({ status }) => status !== 'refused')
    const baseline = plain.seconds ?? 0
    return [
      reported('patterns', `${tried.length}, ${tried.length - ran.length} of them refused`),
      holds('crawl without patterns', `${baseline.toFixed(1)} s`, 'ends', plain.status === 'completed'),
      allOf('crawls that ended', ran.filter(({ status }) => status !== 'no end').length, ran.length),
      slowestMark(ran, baseline, short ? shortOverBaselineSeconds : overBaselineSeconds),
      ...marks,
    ]
  },
}
