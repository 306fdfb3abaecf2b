import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserActions, browserPageOptions } from './browser-options.ts'

const plain = {
  selector: null,
  selectorType: 'css',
  value: null,
  durationMs: null,
  frameSelector: null,
  ifPresent: false,
  timeoutMs: 5_000,
}

test('an action gets every default', () => {
  assert.deepEqual(browserActions([{ action: 'reload' }]), [{ ...plain, action: 'reload' }])
})

test('an action keeps what was given, numbers as text', () => {
  const given = {
    action: 'select_option',
    selector: 'Country',
    selector_type: 'label',
    value: 3,
    duration_ms: 20,
    frame_selector: '#a >> #b',
    if_present: true,
    timeout_ms: 0,
  } as const
  const action = {
    action: 'select_option',
    selector: 'Country',
    selectorType: 'label',
    value: '3',
    durationMs: 20,
    frameSelector: '#a >> #b',
    ifPresent: true,
    timeoutMs: 0,
  }
  assert.deepEqual(browserActions([given]), [action])
})

test('the time of a wait may stand in its value; a duration goes before it', () => {
  const [one, two, other] = browserActions([
    { action: 'wait', value: '250' },
    { action: 'wait', value: 250, duration_ms: 10 },
    { action: 'scroll', value: 250 },
  ])
  assert.deepEqual([one?.durationMs, two?.durationMs, other?.durationMs], [250, 10, null])
})

test('a proxy that is named goes before the strategy', () => {
  assert.equal(browserPageOptions({}).proxy, 'auto')
  assert.equal(browserPageOptions({ proxy_strategy: 'basic' }).proxy, 'basic')
  assert.equal(
    browserPageOptions({ proxy_strategy: 'basic', override_parameter: { proxy: 'premium' } }).proxy,
    'premium',
  )
})
