import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText } from './api-changes.ts'
import { metricChanges, settingChanges } from './operator-changes.ts'

const settings = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

const port = { type: 'integer', minimum: 0, maximum: 65_535, default: 8420 }
const robots = { enum: ['obey', 'ignore'], default: 'obey' }
const was = settings({ SEINE_PORT: port, SEINE_ROBOTS: robots })

test('settings that are gone, required, narrower or have another default break installations', () => {
  const changes = (is: object): string[] =>
    settingChanges(was, settings({ ...was.properties, ...is })).map((change) => changeText(change))
  assert.deepEqual(changes({}), [])
  assert.deepEqual(changes({ SEINE_CONSOLE: { enum: ['on', 'off'], default: 'on' } }), [])
  assert.deepEqual(settingChanges(was, settings({ SEINE_ROBOTS: robots })), [
    { kind: 'field removed', at: 'settings.SEINE_PORT' },
  ])
  assert.deepEqual(changes({ SEINE_TOKEN: { type: 'string' } }), ['settings.SEINE_TOKEN: field newly required'])
  assert.deepEqual(changes({ SEINE_PORT: { ...port, maximum: 9000 } }), [
    'settings.SEINE_PORT: maximum 65535 is now 9000',
  ])
  assert.deepEqual(changes({ SEINE_ROBOTS: { enum: ['obey'], default: 'obey' } }), [
    'settings.SEINE_ROBOTS: value "ignore" removed',
  ])
  assert.deepEqual(changes({ SEINE_ROBOTS: { enum: ['obey', 'ignore'], default: 'ignore' } }), [
    'settings.SEINE_ROBOTS: default changed from "obey" to "ignore"',
  ])
})

test('metrics and labels that are gone, and metrics of another type, break dashboards', () => {
  const pages = { name: 'seine_pages_total', type: 'Counter', labels: ['lane', 'outcome'] }
  const changes = (...is: (typeof pages)[]): string[] => metricChanges([pages], is).map((change) => changeText(change))
  assert.deepEqual(changes({ ...pages, labels: ['lane', 'outcome', 'tenant'] }), [])
  assert.deepEqual(changes(), ['seine_pages_total: metric removed'])
  assert.deepEqual(changes({ ...pages, labels: ['lane'] }), ['seine_pages_total: label outcome removed'])
  assert.deepEqual(changes({ ...pages, type: 'Gauge' }), ['seine_pages_total: type changed from Counter to Gauge'])
})
