import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPlaybook, emptyState, type StoredPlaybook } from '@seine/shared/sessions/state.ts'
import type { StateCookie } from '@seine/shared/egress/connections/state-cookie.ts'
import { filledActions, withRegistered } from './stored-session.ts'

const cookie = (name: string, value: string, path = '/'): StateCookie => ({
  name,
  value,
  domain: 'example.com',
  hostOnly: true,
  path,
  expiresMs: null,
  secure: false,
  httpOnly: false,
  sameSite: null,
})

const origin = 'https://example.com'

const playbook: StoredPlaybook = {
  ...emptyPlaybook(),
  actions: [
    {
      action: 'fill',
      selector: '#a',
      selectorType: 'css',
      value: 'x {{secret.key}}',
      durationMs: null,
      frameSelector: null,
      ifPresent: false,
      timeoutMs: 1_000,
    },
  ],
  cookies: [cookie('a', '{{secret.key}}')],
  localStorage: { [origin]: { token: '{{secret.key}}' } },
  secrets: { key: 'sesame' },
}

test('what is registered goes before what was there, and the rest stays', () => {
  const state = {
    ...emptyState(),
    cookies: [cookie('a', 'old'), cookie('a', 'elsewhere', '/b'), cookie('b', 'kept')],
    localStorage: { [origin]: { token: 'old', theme: 'dark' }, 'https://b.example.com': { x: '1' } },
  }
  const { cookies, localStorage } = withRegistered(state, playbook)
  assert.deepEqual(
    cookies.map(({ name, value }) => [name, value]),
    [
      ['a', 'elsewhere'],
      ['b', 'kept'],
      ['a', 'sesame'],
    ],
  )
  assert.deepEqual(localStorage, { [origin]: { token: 'sesame', theme: 'dark' }, 'https://b.example.com': { x: '1' } })
})

test('secrets are filled into what actions type', () => {
  assert.deepEqual(
    filledActions(playbook).map(({ value }) => value),
    ['x sesame'],
  )
})
