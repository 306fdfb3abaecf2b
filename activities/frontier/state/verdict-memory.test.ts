import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verdictLimits } from '../limits/discovery-limits.ts'
import { VerdictMemory, type HttpVerdict } from './verdict-memory.ts'

const root = 'http://site.test'
const app = (at: number): string => `${root}/app/${at}`

/** Returns a memory after these verdicts on pages of one shape. */
function after(...verdicts: HttpVerdict[]): VerdictMemory {
  const memory = new VerdictMemory()
  for (const [at, verdict] of verdicts.entries()) memory.recordVerdict(app(at), verdict)
  return memory
}

/** Returns the routes of the next pages of the shape; each page is counted. */
function next(memory: VerdictMemory, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const route = memory.routeOf(app(100 + at))
    if (route !== 'http') memory.recordLane(app(100 + at), route === 'check' ? 'http' : 'browser')
    return route
  })
}

describe('VerdictMemory', () => {
  it('knows nothing at first, and nothing of other shapes and hosts later', () => {
    assert.equal(new VerdictMemory().routeOf(app(1)), 'http')
    const memory = after('js_shell', 'js_shell')
    assert.equal(memory.routeOf(app(9)), 'remembered')
    for (const url of [`${root}/docs/9`, 'http://other.test/app/9', `${root}/app/9/more`]) {
      assert.equal(memory.routeOf(url), 'http', url)
    }
  })

  it('sends pages to a browser after two escalations without a success in between', () => {
    assert.equal(after('js_shell').routeOf(app(9)), 'http')
    assert.equal(after('js_shell', 'success', 'empty').routeOf(app(9)), 'http')
    assert.equal(after('js_shell', 'empty').routeOf(app(9)), 'remembered')
    assert.equal(after('refused', 'refused').routeOf(app(9)), 'remembered')
  })

  it('checks every twentieth page by HTTP', () => {
    const routes = next(after('js_shell', 'js_shell'), 60)
    const checks = routes.flatMap((route, at) => (route === 'check' ? [at + 1] : []))
    assert.deepEqual(checks, [20, 40, 60])
    assert.equal(routes.filter((route) => route === 'remembered').length, 57)
  })

  it('goes back to HTTP with one success, and on with browsers where the check fails', () => {
    const memory = after('js_shell', 'js_shell')
    next(memory, 20)
    memory.recordVerdict(app(119), 'js_shell')
    assert.equal(memory.routeOf(app(120)), 'remembered')
    memory.recordVerdict(app(119), 'success')
    assert.equal(memory.routeOf(app(120)), 'http')
  })

  it('holds a firewall against the whole host, until it lets a page pass', () => {
    const memory = after('blocked', 'blocked')
    assert.equal(memory.routeOf(`${root}/elsewhere/x`), 'remembered')
    assert.equal(memory.routeOf('http://other.test/app/1'), 'http')
    memory.recordVerdict(`${root}/third`, 'refused')
    assert.equal(memory.routeOf(`${root}/elsewhere/x`), 'remembered')
    memory.recordVerdict(`${root}/third`, 'js_shell')
    assert.equal(memory.routeOf(`${root}/elsewhere/x`), 'http')
  })

  it('is the same after it has been stored', () => {
    const memory = after('js_shell', 'blocked', 'js_shell', 'blocked')
    next(memory, 7)
    const restored = new VerdictMemory()
    restored.restore(memory.snapshot())
    assert.deepEqual(restored.snapshot(), memory.snapshot())
    assert.deepEqual(next(restored, 30), next(memory, 30))
  })

  it('learns nothing from a success where nothing is remembered', () => {
    const memory = after('js_shell')
    assert.equal(new VerdictMemory().isNews(app(1), 'success'), false)
    assert.equal(memory.isNews(`${root}/docs/1`, 'success'), false)
    assert.equal(memory.isNews(app(1), 'success'), true)
  })

  it('remembers so many shapes and no more', () => {
    const memory = new VerdictMemory()
    for (let at = 0; at < verdictLimits.shapesMax + 100; at += 1) {
      for (const page of [1, 2]) memory.recordVerdict(`${root}/${'d'.repeat(at % 50)}x/${at}/s/${page}`, 'js_shell')
      memory.recordVerdict(`http://h${at}.test/s/1`, 'blocked')
    }
    assert.equal(memory.snapshot().length, verdictLimits.shapesMax)
  })
})
