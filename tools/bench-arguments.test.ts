import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBenchArguments, plannedBenchNames } from './bench-arguments.ts'
import { benchLimits, consoleBenchLimits, scaleLimits, startsBenchLimits } from './bench-limits.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

const parse = (line: string) => parseBenchArguments(line.split(' ').filter(Boolean))

test('a crawl benchmark without flags is the default work against every peer', () => {
  assert.deepEqual(parse('crawl'), {
    bench: 'crawl',
    pages: benchLimits.pagesDefault,
    workClass: 'main',
    peers: ['crawlee', 'scrapy', 'fastcrw'],
    rounds: benchLimits.roundsDefault,
    json: null,
  })
})

test('every flag of a crawl benchmark is read', () => {
  assert.deepEqual(parse('crawl --pages 200 --class html --peers scrapy,crawlee --rounds=5 --json out.json'), {
    bench: 'crawl',
    pages: 200,
    workClass: 'html',
    peers: ['crawlee', 'scrapy'],
    rounds: 5,
    json: 'out.json',
  })
})

test('a crawl benchmark can run without peers', () => {
  const request = parse('crawl --peers none')
  assert.deepEqual(request.bench === 'crawl' && request.peers, [])
})

test('labs run in their own order, all of them unless some are named', () => {
  assert.deepEqual(parse('labs'), { bench: 'labs', labs: ['rate-limit', 'robots-503', 'traps', 'kill-9', 'watch'] })
  assert.deepEqual(parse('labs traps rate-limit'), { bench: 'labs', labs: ['rate-limit', 'traps'] })
})

test('a browser benchmark takes pages of a turn, peers and rounds', () => {
  assert.deepEqual(parse('browser'), {
    bench: 'browser',
    pages: benchLimits.browserPagesDefault,
    peers: ['puppeteer', 'crawlee', 'browserless'],
    rounds: benchLimits.browserRoundsDefault,
    json: null,
  })
  assert.deepEqual(parse('browser --pages 5 --peers browserless,puppeteer --rounds 2 --json out.json'), {
    bench: 'browser',
    pages: 5,
    peers: ['puppeteer', 'browserless'],
    rounds: 2,
    json: 'out.json',
  })
})

test('a console benchmark takes the seconds of a view', () => {
  assert.deepEqual(parse('console'), { bench: 'console', seconds: consoleBenchLimits.secondsDefault, json: null })
  assert.deepEqual(parse('console --seconds 5 --json f.json'), { bench: 'console', seconds: 5, json: 'f.json' })
  for (const line of ['console --seconds 4', 'console --seconds 601', 'console --seconds some']) {
    assert.throws(() => parse(line), { name: UsageError.name, message: /--seconds takes a whole number from 5 to 600/ })
  }
  assert.throws(() => parse('console --views 3'), UsageError)
})

test('a scrape benchmark takes pages and rounds', () => {
  assert.deepEqual(parseBenchArguments(['scrape', '--pages', '50', '--rounds', '1', '--json', 'f.json']), {
    bench: 'scrape',
    pages: 50,
    rounds: 1,
    json: 'f.json',
  })
})

test('an extraction benchmark takes pages and peers, all of both without flags', () => {
  const { extractionPagesMax: pages } = benchLimits
  const peers = ['readability', 'defuddle', 'turndown', 'node-html-markdown', 'rehype-remark']
  assert.deepEqual(parse('extraction'), { bench: 'extraction', pages, peers, json: null })
  assert.deepEqual(parse('extraction --pages 100 --peers none --json out.json'), {
    bench: 'extraction',
    pages: 100,
    peers: [],
    json: 'out.json',
  })
})

test('all benchmarks run unless some are named', () => {
  const rest = { bench: 'all', peers: 'all', rounds: benchLimits.roundsDefault, write: true }
  assert.deepEqual(parse('all'), { ...rest, only: [...plannedBenchNames] })
  assert.deepEqual(parse('all --only api,crawl --peers none --rounds 1 --write no'), {
    bench: 'all',
    only: ['crawl', 'api'],
    peers: 'none',
    rounds: 1,
    write: false,
  })
})

const refused: [line: string, message: RegExp][] = [
  ['', /takes all, api, console, crawl, scrape, browser, extraction, scale, starts, json or labs, got nothing$/],
  ['speed', /takes all, api, console, crawl, scrape, browser, extraction, scale, starts, json or labs, got "speed"$/],
  ['all --only labs', /--only takes crawl, scrape, .*, scale, got "labs"$/],
  ['labs trap', /labs takes rate-limit, robots-503, traps, kill-9, watch, got "trap"$/],
  ['crawl --pages 9', /--pages takes a whole number from 10 to 10000, got "9"$/],
  ['crawl --pages 1e3', /--pages takes a whole number/],
  ['crawl --rounds 0', /--rounds takes a whole number from 1 to 20, got "0"$/],
  ['crawl --class text', /--class takes html, markdown, main, got "text"$/],
  ['crawl --peers none,scrapy', /--peers takes crawlee, scrapy, fastcrw, got "none"$/],
  ['crawl --fast', /bench crawl: .*--fast/],
  ['browser --class html', /bench browser: .*--class/],
  ['browser --peers scrapy', /--peers takes puppeteer, crawlee, browserless, got "scrapy"$/],
  ['extraction --pages 3', /--pages takes a whole number from 7 to 1497, got "3"$/],
  [
    'extraction --peers jsdom',
    /--peers takes readability, defuddle, turndown, node-html-markdown, rehype-remark, got "jsdom"$/,
  ],
  ['crawl here', /bench crawl: .*here/],
]

for (const [line, message] of refused) {
  test(`./dev bench ${line} is refused with what would be right`, () => {
    assert.throws(
      () => parse(line),
      (error) => error instanceof UsageError && message.test(error.message),
    )
  })
}

test('a load of the API takes seconds and listeners', () => {
  assert.deepEqual(parse('api'), {
    bench: 'api',
    seconds: benchLimits.apiSecondsDefault,
    listeners: benchLimits.apiListenersDefault,
    json: null,
  })
  assert.deepEqual(parse('api --seconds 5 --listeners 0 --json out.json'), {
    bench: 'api',
    seconds: 5,
    listeners: 0,
    json: 'out.json',
  })
  assert.throws(() => parse('api --seconds 0'), UsageError)
})

test('a simulation without flags is of one job, ten and a hundred', () => {
  assert.deepEqual(parse('scale'), {
    bench: 'scale',
    jobs: [1, 10, 100],
    pages: scaleLimits.pagesDefault,
    control: 1,
    workers: scaleLimits.workersDefault,
    pageMs: scaleLimits.pageMsDefault,
    faultPercent: 0,
    crawlDelayMs: null,
    slicePages: null,
    statesKept: null,
    kills: 0,
    json: null,
  })
})

test('a simulation takes jobs, pages, processes, the time of a page and the size of slices', () => {
  const line =
    'scale --jobs 2,5 --pages 300 --control 2 --workers 4 --page-ms 0 --faults 10 --crawl-delay-ms 500 --slice-pages 25 --states-kept 8 --kills 3 --json out.json'
  assert.deepEqual(parse(line), {
    bench: 'scale',
    jobs: [2, 5],
    pages: 300,
    control: 2,
    workers: 4,
    pageMs: 0,
    faultPercent: 10,
    crawlDelayMs: 500,
    slicePages: 25,
    statesKept: 8,
    kills: 3,
    json: 'out.json',
  })
  assert.deepEqual(parse('scale --pages 1000000'), { ...parse('scale'), pages: 1_000_000 })
  for (const wrong of [
    '--pages 1000001',
    '--jobs 0',
    '--jobs 1,',
    '--jobs x',
    '--slice-pages 0',
    '--slice-pages 251',
    '--workers 0',
    '--kills 101',
  ]) {
    assert.throws(() => parse(`scale ${wrong}`), UsageError, wrong)
  }
})

test('a benchmark of starts takes rates and seconds', () => {
  const { perSecondDefault, secondsDefault, perSecondMax } = startsBenchLimits
  assert.deepEqual(parse('starts'), {
    bench: 'starts',
    perSecond: [...perSecondDefault],
    seconds: secondsDefault,
    json: null,
  })
  assert.deepEqual(parse('starts --per-second 5,30 --seconds 7 --json f.json'), {
    bench: 'starts',
    perSecond: [5, 30],
    seconds: 7,
    json: 'f.json',
  })
  for (const wrong of ['--per-second 0', '--per-second 5,', `--per-second ${perSecondMax + 1}`, '--seconds 0']) {
    assert.throws(() => parse(`starts ${wrong}`), UsageError, wrong)
  }
})
