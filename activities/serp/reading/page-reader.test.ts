import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { PageReader } from './page-reader.ts'
import type { PageToRead } from './reading-protocol.ts'

const page = (html: string): PageToRead => ({
  engine: 'bing',
  outputs: Buffer.from(JSON.stringify({ html })),
  url: 'https://www.bing.com/search?q=a',
  status: 200,
})

const good = page('<ol id="b_results"><li class="b_algo"><h2><a href="https://e.example/">E</a></h2></li></ol>')

/** A thread that answers pages with status 200 and runs the given code for any other. */
const threadUrl = (otherwise: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ status }) => {
        if (status !== 200) { ${otherwise} }
        parentPort.postMessage({ kind: 'read', reading: { kind: 'shell' } })
      })
      parentPort.postMessage({ kind: 'ready' })`)}`,
  )

const beats = (context: TestContext): (() => number) => {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  context.after(() => clearInterval(timer))
  return () => longest
}

test('pages that come together are read one after the other, each with its own answer', async () => {
  const reader = new PageReader()
  const readings = await Promise.all([reader.read(good), reader.read(page('<p>')), reader.read(good)])
  assert.deepEqual(
    readings.map(({ kind }) => kind),
    ['page', 'drift', 'page'],
  )
})

test('a page that takes too long, or ends the thread, is unreadable, and the next has a new thread', async () => {
  for (const otherwise of ['for (;;);', 'process.exit(1)', 'throw new Error()']) {
    const reader = new PageReader({ threadUrl: threadUrl(otherwise), pageBudgetMs: 1_000 })
    const [lost, next] = await Promise.all([reader.read({ ...good, status: 500 }), reader.read(good)])
    assert.deepEqual([lost.kind, next.kind], ['unreadable', 'shell'], otherwise)
  }
})

test('a thread that does not start is reported', async () => {
  const reader = new PageReader({ threadUrl: new URL('data:text/javascript,throw 1') })
  await assert.rejects(reader.read(good), /has ended/)
})

test('the process continues while the worst page is read', async (t) => {
  const entry =
    '<li class="b_algo g tF2Cxc result"><h2><a href=https://e.com/><h3>T</h3></a></h2><p>x</p><cite>e</cite></li>'
  const worst = { ...page(`<ol id=b_results><div id=rso>${entry.repeat(15_000)}`), engine: 'google' } as const
  const reader = new PageReader()
  await reader.read(good)
  const longest = beats(t)
  let turns = 0
  const counter = setInterval(() => (turns += 1), 1)
  t.after(() => clearInterval(counter))
  // On a busy machine its time budget may end first, which is accepted as well.
  const outcome = await reader.read(worst).then(
    ({ kind }) => kind,
    () => 'given up',
  )
  t.diagnostic(`${outcome}: ${turns} turns, the longest ${Math.round(longest())} ms`)
  // If the page were read on the main thread, there would be no turns.
  assert.ok(turns > 5, `${turns} turns`)
})
