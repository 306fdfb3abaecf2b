import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planKills } from './kill-plan.ts'

test('kills are spread evenly, by turns over roles and over the workers for workflows', () => {
  const pages = { role: 'pages', names: ['pages 1', 'pages 2', 'pages 3'] }
  assert.deepEqual(planKills(5, 600, { control: 2, pages: 3 }), [
    { afterPages: 100, role: 'control', names: ['control 1'] },
    { afterPages: 200, ...pages },
    { afterPages: 300, role: 'control', names: ['control 2'] },
    { afterPages: 400, ...pages },
    { afterPages: 500, role: 'control', names: ['control 1'] },
  ])
  assert.deepEqual(planKills(0, 600, { control: 1, pages: 1 }), [])
})
