import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapRequest, scrapeRequest } from './requests.ts'
import { Translation } from './translation.ts'

const url = 'https://e.com/'

/** Returns the translated body of a scrape; fails when it has problems. */
function translated(options: Record<string, unknown>): { body: Record<string, unknown>; notes: Translation } {
  const notes = new Translation()
  const request = scrapeRequest({ url, ...options }, notes)
  assert.deepEqual(notes.problems, [])
  assert.ok(request !== null)
  return { body: request.body, notes }
}

/** Returns the problems of a scrape as code and field. */
function problems(options: Record<string, unknown>): string[] {
  const notes = new Translation()
  assert.equal(scrapeRequest({ url, ...options }, notes), null)
  return notes.problems.map(({ code, field }) => `${code} ${field}`)
}

test('a URL alone asks for Markdown of the main content', () => {
  assert.deepEqual(translated({}).body, { url, output: ['markdown'], only_main_content: true })
})

test('what SDKs add to every request changes nothing', () => {
  const added = {
    origin: 'python-sdk@4.55.0',
    integration: 'langchain',
    onlyMainContent: true,
    mobile: false,
    removeBase64Images: true,
    fastMode: false,
    blockAds: true,
    storeInCache: true,
    skipTlsVerification: false,
    proxy: 'auto',
    lockdown: false,
    domainTools: false,
    profile: null,
  }
  const { body, notes } = translated(added)
  assert.deepEqual([body, notes.warnings], [{ url, output: ['markdown'], only_main_content: true }, []])
})

test('formats get our names', () => {
  const schema = { type: 'object' }
  const formats = ['markdown', { type: 'html' }, 'rawHtml', 'links', 'screenshot@fullPage', { type: 'json', schema }]
  const { body } = translated({ formats })
  assert.deepEqual(body['output'], ['markdown', 'clean_html', 'html', 'links', 'screenshot_full_page', 'json'])
  assert.deepEqual([body['schema'], body['prompt']], [schema, undefined])
  const picture = { type: 'screenshot', fullPage: false, viewport: { width: 1280, height: 720 } }
  assert.deepEqual(translated({ formats: [picture] }).body['output'], ['screenshot'])
})

test('formats that the service lacks get another answer than wrong ones', () => {
  assert.deepEqual(problems({ formats: ['summary', { type: 'attributes', selectors: [] }, 'images'] }), [
    'NOT_SUPPORTED formats[0]',
    'NOT_SUPPORTED formats[1]',
    'NOT_SUPPORTED formats[2]',
  ])
  assert.deepEqual(problems({ formats: ['json', 'pictures', 7, { type: 'links', all: true }] }), [
    'BAD_REQUEST formats[0]',
    'BAD_REQUEST formats[1]',
    'BAD_REQUEST formats[2]',
    'BAD_REQUEST formats[3].all',
  ])
  assert.deepEqual(problems({ formats: [{ type: 'screenshot', quality: 50, viewport: { width: 1, height: 2 } }] }), [
    'NOT_SUPPORTED formats[0].quality',
    'NOT_SUPPORTED formats[0].viewport',
  ])
  assert.deepEqual(problems({ formats: [] }), ['BAD_REQUEST formats'])
})

test('times, caching, place and proxy', () => {
  const { body, notes } = translated({
    timeout: 90_000,
    waitFor: 500,
    maxAge: 172_800_500,
    location: { country: 'de', languages: ['de', 'en-GB'] },
    proxy: 'stealth',
  })
  assert.deepEqual(body, {
    url,
    output: ['markdown'],
    only_main_content: true,
    timeout: 60_000,
    wait_ms: 500,
    js_render: true,
    max_age: 172_800,
    geolocation: 'de',
    override_parameter: { headers: { 'Accept-Language': 'de, en-GB;q=0.9' } },
    proxy_strategy: 'premium',
  })
  assert.match(notes.warnings.join(), /`timeout`/)
  assert.equal(translated({ maxAge: 60_000, storeInCache: false }).body['max_age'], undefined)
  const own = translated({ headers: { 'accept-language': 'fr' }, location: { languages: ['de'] } })
  assert.deepEqual(own.body['override_parameter'], { headers: { 'accept-language': 'fr' } })
})

test('options without an effect are warnings', () => {
  const { notes } = translated({ skipTlsVerification: true, removeBase64Images: false, parsers: [] })
  assert.equal(notes.warnings.length, 3)
})

test('actions are translated one by one', () => {
  const actions = [
    { type: 'wait', milliseconds: 100 },
    { type: 'wait', selector: '#a' },
    { type: 'click', selector: '#a', all: false },
    { type: 'write', text: 'x' },
    { type: 'press', key: 'Enter' },
    { type: 'scroll', direction: 'up' },
    { type: 'scroll', selector: '#b' },
  ]
  assert.deepEqual(translated({ actions }).body['actions'], [
    { action: 'wait', duration_ms: 100 },
    { action: 'wait_for_selector', selector: '#a' },
    { action: 'click', selector: '#a' },
    { action: 'type', value: 'x' },
    { action: 'press', value: 'Enter' },
    { action: 'scroll', value: -720 },
    { action: 'scroll', value: 720, selector: '#b' },
  ])
  const refused = [
    { type: 'screenshot' },
    { type: 'click', selector: '#a', all: true },
    { type: 'wait' },
    { type: 'dance' },
    { type: 'press', key: 'a', shift: true },
    { type: 'scroll', direction: 'left' },
    'click',
  ]
  assert.deepEqual(problems({ actions: refused }), [
    'NOT_SUPPORTED actions[0]',
    'NOT_SUPPORTED actions[1].all',
    'BAD_REQUEST actions[2]',
    'BAD_REQUEST actions[3]',
    'BAD_REQUEST actions[4].shift',
    'BAD_REQUEST actions[5].direction',
    'BAD_REQUEST actions[6]',
  ])
})

test('all problems are reported at once, unknown fields by name', () => {
  const given = {
    colour: 'red',
    mobile: true,
    minAge: 5,
    zeroDataRetention: true,
    timeout: 10,
    parsers: [{ type: 'pdf', mode: 'ocr' }],
  }
  assert.deepEqual(problems(given).toSorted(), [
    'BAD_REQUEST colour',
    'BAD_REQUEST mobile',
    'BAD_REQUEST timeout',
    'NOT_SUPPORTED minAge',
    'NOT_SUPPORTED parsers[0].mode',
    'NOT_SUPPORTED zeroDataRetention',
  ])
})

test('messages about values that may be secret do not repeat them', () => {
  const notes = new Translation()
  scrapeRequest({ url, headers: 'hunter2', actions: [{ type: 'hunter2' }, { hunter2: 1 }] }, notes)
  assert.doesNotMatch(JSON.stringify(notes.problems), /hunter2/)
})

test('problems of a translated body get the names of the request', () => {
  const notes = new Translation()
  scrapeRequest({ url, headers: { a: '1' }, waitFor: 5, formats: ['links', { type: 'json', schema: {} }] }, notes)
  const named = (pointer: string): string =>
    notes.inTheirNames({ pointer, code: 'validation_failed', message: 'x' }).field
  assert.equal(named('/override_parameter/headers/a'), 'headers.a')
  assert.equal(named('/wait_ms'), 'waitFor')
  assert.equal(named('/schema/type'), 'formats[1].schema.type')
  assert.equal(named('/output/0'), 'formats[0]')
  assert.equal(named('/url'), 'url')
  const told = notes.inTheirNames({
    pointer: '/wait_ms',
    code: 'validation_failed',
    message: '`wait_ms` must be an integer',
  })
  assert.equal(told.message, '`waitFor` must be an integer')
})

test('a map keeps its fields, with their default of links', () => {
  const notes = new Translation()
  assert.deepEqual(mapRequest({ url, search: 'x', timeout: 900_000, origin: 'js-sdk' }, notes)?.body, {
    url,
    search: 'x',
    limit: 5_000,
    timeout: 300_000,
  })
  assert.equal(mapRequest({ url, location: { country: 'DE' }, depth: 1 }, notes), null)
  assert.deepEqual(
    notes.problems.map(({ code, field }) => `${code} ${field}`),
    ['BAD_REQUEST depth', 'NOT_SUPPORTED location'],
  )
})
