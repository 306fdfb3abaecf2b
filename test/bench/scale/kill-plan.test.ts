import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planKills } from './kill-plan.ts'

test('kills are spread evenly, by turns over roles and their workers', () => {
  assert.deepEqual(planKills(5, 600, { control: 2, pages: 1 }), [
    { afterPages: 100, name: 'control 1' },
    { afterPages: 200, name: 'pages 1' },
    { afterPages: 300, name: 'control 2' },
    { afterPages: 400, name: 'pages 1' },
    { afterPages: 500, name: 'control 1' },
  ])
  assert.deepEqual(planKills(0, 600, { control: 1, pages: 1 }), [])
})
