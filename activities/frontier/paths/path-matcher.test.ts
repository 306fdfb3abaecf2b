import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { evilPaths } from '@seine/shared/urls/testing/evil-patterns.ts'
import { PathMatcher } from './path-matcher.ts'
import { createPathRules, matchedText } from './path-rules.ts'

const matcher = new PathMatcher()
after(async () => await matcher.close())

const budget = (): PatternBudget => new PatternBudget(patternLimits.stepsAtFirst)
const script = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ kind: 'ready' }); ${code}`)}`,
  )
/** Patterns that a release without `widthMax` accepted; one path takes about 5 million steps with each. */
const poison = (count: number) => ({
  includePaths: [],
  excludePaths: Array.from({ length: count }, () => 'a[ab]{880}[c-f]'),
})

test('the thread finds what the rules find, of more paths than one call takes', async () => {
  const lists = { includePaths: ['^/blog/', '/docs/v\\d+'], excludePaths: ['draft', '\\?print='] }
  const rules = createPathRules(lists)
  const urls = Array.from({ length: patternLimits.textsPerCall * 2 + 3 }, (_, at) => {
    const end = ['post', 'a-draft', '?print=1', 'x'][at % 4]!
    return `https://e.com/${at % 3 === 0 ? 'blog/' : at % 3 === 1 ? 'docs/v' : ''}${at}${end}`
  })
  const found = await matcher.match(lists, urls.map(matchedText), budget())
  assert.deepEqual(
    found,
    urls.map((url) => rules.test(url)),
  )
  assert.equal(new Set(found.map((broken) => broken?.rule)).size, 3)
})

test('no paths need no work', async () => {
  assert.deepEqual(await matcher.match(poison(1), [], budget()), [])
})

test('a job whose patterns use up its budget gets an error, and the event loop of the process keeps turning', async () => {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  const own = budget()
  try {
    const texts = evilPaths('ab', 2_000, 2_025)
    await assert.rejects(matcher.match(poison(70), texts, own), PatternTooCostlyError)
  } finally {
    clearInterval(ticking)
  }
  // A single call would block everything else for seconds.
  assert.ok(turns > 10, `${turns}`)
})

test('patterns of one job do not hold up those of another', async () => {
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  const dear = matcher.match(poison(1), evilPaths('ab', 300, 2_025), budget()).then(note('dear'), note('dear'))
  const plain = { includePaths: ['^/blog/'], excludePaths: [] }
  const cheap = matcher.match(plain, ['/blog/a', '/b'], budget()).then(note('cheap'))
  await Promise.all([dear, cheap])
  assert.deepEqual(order, ['cheap', 'dear'])
})

test('patterns that cannot be compiled are refused with the reason', async () => {
  const lists = { includePaths: ['('], excludePaths: [] }
  await assert.rejects(matcher.match(lists, ['/a'], budget()), {
    name: 'PatternTooCostlyError',
    message: /includePaths\/0/,
  })
  assert.deepEqual(await matcher.match({ includePaths: [], excludePaths: ['a'] }, ['/a'], budget()), [
    { rule: 'excludePaths' },
  ])
})

for (const [name, code] of [
  ['hangs', "parentPort.on('message', () => { for (;;); })"],
  ['runs out of memory', "parentPort.on('message', () => { const all = []; for (;;) all.push(Array(1e6).fill({})) })"],
  ['dies', "parentPort.on('message', () => { throw new Error('gone') })"],
] as const) {
  test(`a thread that ${name} fails the call that it had, and the next one gets another thread`, async () => {
    const callBudgetMs = name === 'hangs' ? 200 : 60_000
    const breaking = new PathMatcher({ threadUrl: script(code), callBudgetMs, threadHeapMaxMb: 16 })
    for (let calls = 0; calls < 2; calls += 1) {
      await assert.rejects(breaking.match(poison(1), ['/a'], budget()), PatternTooCostlyError)
    }
    await breaking.close()
  })
}

test('a thread that does not start is a fault and not a verdict on the patterns', async () => {
  const absent = new PathMatcher({ threadUrl: new URL('./no-such-thread.ts', import.meta.url) })
  await assert.rejects(absent.match(poison(1), ['/a'], budget()), /the thread seine-paths has ended/)
})
