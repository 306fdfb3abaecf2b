import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import { FrontierState } from './state/frontier-state.ts'
import { giveUpHosts } from './give-up-hosts.ts'
import type { HostClock } from '../hosts/host-clock.ts'

const stallMs = 60_000

const shellByHttp: JobAttempt = {
  index: 1,
  strategy: 'http_basic',
  engine: 'http',
  proxy_tier: 'none',
  started_at: '2026-01-01T00:00:00.000Z',
  elapsed_ms: 5,
  http_status: 200,
  success: false,
  outcome: 'js_shell',
  error: null,
  bytes_received: 300,
}

/** A frontier with three pages waiting on `a.test` and one on `b.test`. */
function frontier(clock: Partial<HostClock>, limit = 100): FrontierState {
  const state = new FrontierState({ kind: 'batch', limit, render: 'auto', keyOf: (url) => url }, 'http://a.test/1')
  for (const url of ['http://a.test/1', 'http://a.test/2', 'http://b.test/', 'http://a.test/3'])
    state.add({ url, depth: 0, parent: null, state: 'pending' })
  state.setHost('a.test', { ...state.hostClock('a.test'), ...clock })
  return state
}

const ends = ({ entries }: FrontierState): string[] => entries.map(({ state, reason }) => reason ?? state)

describe('giveUpHosts', () => {
  it('fails the waiting pages of a host that has refused for the whole stall budget', () => {
    const state = frontier({ stalledSinceMs: 1_000, backOffUntilMs: 99_000 })
    giveUpHosts(state, 1_000 + stallMs - 1, stallMs)
    assert.deepEqual(ends(state), ['pending', 'pending', 'pending', 'pending'])
    giveUpHosts(state, 1_000 + stallMs, stallMs)
    assert.deepEqual(ends(state), ['rate_limited', 'rate_limited', 'pending', 'rate_limited'])
    assert.deepEqual(state.counters(), { total: 3, completed: 0, failed: 3, pending: 1 })
    assert.match(state.warnings[0]!, /^a\.test was given up: .* 60 s$/)
    const { stalledSinceMs, backOffUntilMs } = state.hostClock('a.test')
    assert.deepEqual([stalledSinceMs, backOffUntilMs], [null, 0])
  })

  it('fails the waiting pages of a host without an address, also those added later', () => {
    const state = frontier({ isDead: true })
    giveUpHosts(state, 0, stallMs)
    state.add({ url: 'http://a.test/4', depth: 0, parent: null, state: 'pending' })
    giveUpHosts(state, 1, stallMs)
    assert.deepEqual(ends(state), ['dns_failure', 'dns_failure', 'pending', 'dns_failure', 'dns_failure'])
    assert.equal(state.warnings.length, 1)
  })

  it('fails no more pages than the limit of the job covers', () => {
    const state = frontier({ isDead: true }, 2)
    giveUpHosts(state, 0, stallMs)
    assert.deepEqual(ends(state), ['dns_failure', 'dns_failure', 'pending', 'pending'])
    assert.deepEqual(state.counters(), { total: 2, completed: 0, failed: 2, pending: 0 })
  })

  it('counts the attempts of pages that wait for a browser', () => {
    const state = frontier({ isDead: true })
    state.change(0, { attempted: true, lane: 'browser', earlier: [shellByHttp], attempts: 1 })
    giveUpHosts(state, 0, stallMs)
    const [first, second] = state.entries
    assert.deepEqual([first?.state, first?.attempts, first?.earlier], ['failed', 2, null])
    assert.deepEqual([second?.state, second?.attempts], ['failed', 0])
  })

  it('reports 5,000 hosts in one warning of bounded size, once', () => {
    const hosts = 5_000
    const options = { kind: 'batch', limit: 2 * hosts, render: 'auto', keyOf: (url: string) => url } as const
    const state = new FrontierState(options, 'http://h0.invalid/')
    for (let at = 0; at < 2 * hosts; at += 1) {
      const host = `h${at % hosts}.invalid`
      state.add({ url: `http://${host}/${at}`, depth: 0, parent: null, state: 'pending' })
      state.setHost(host, { ...state.hostClock(host), isDead: true })
    }
    giveUpHosts(state, 0, stallMs)
    giveUpHosts(state, 1, stallMs)
    assert.deepEqual(state.counters(), { total: 2 * hosts, completed: 0, failed: 2 * hosts, pending: 0 })
    const examples = Array.from({ length: 10 }, (_, at) => `h${at}.invalid`).join(', ')
    assert.deepEqual(state.warnings, [
      `5000 hosts could not be resolved and were given up: ${examples}, … and 4990 more`,
    ])
  })
})
