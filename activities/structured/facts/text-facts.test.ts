import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factLimits } from '../limits/structured-limits.ts'
import { fillSchema } from '../fill/fill-schema.ts'
import { factsOfText } from './text-facts.ts'

const url = 'https://api.example/items'
const item = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }
const filled = (data: unknown, schema: Record<string, unknown>): unknown =>
  fillSchema(schema, factsOfText(JSON.stringify(data), 'json', { url, title: null })).value

describe('factsOfText', () => {
  it('has the items of a list that is the whole of a JSON text', () => {
    const items = [1, 2, 3].map((at) => ({ name: `Lamp ${at}`, price: at }))
    assert.deepEqual(filled(items, { type: 'array', items: item }), items)
    assert.deepEqual(filled(items, { type: 'object', properties: { items: { type: 'array', items: item } } }), {
      items,
    })
  })

  it('has members that on a page would be of its interface', () => {
    const errors = [1, 2].map((at) => ({ name: `E${at}`, price: at }))
    const schema = { type: 'object', properties: { errors: { type: 'array', items: item } } }
    assert.deepEqual(filled({ errors }, schema), { errors })
  })

  it('keeps as much of a JSON text as of the state of a page', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, { name: 'a' }]))
    const { hydration } = factsOfText(JSON.stringify(wide), 'json', { url, title: null })
    assert.ok(Object.keys(hydration[0] as object).length < factLimits.stateValuesMax)
  })

  it('takes no prototype from a JSON text', () => {
    const data = '{"__proto__": {"name": "evil"}, "name": "Lamp", "price": 5, "constructor": {"price": 3}}'
    const facts = factsOfText(data, 'json', { url, title: null })
    assert.deepEqual(fillSchema(item, facts).value, { name: 'Lamp', price: 5 })
    assert.equal(({} as { name?: unknown }).name, undefined)
  })
})
