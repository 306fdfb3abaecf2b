import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill-schema.ts'
import { entity, field, label, pageOf } from './testing/page-of.ts'

const object = (properties: Record<string, JsonSchema>, more: Record<string, unknown> = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }

const value = (schema: JsonSchema, facts: StructuredFacts): unknown => fillSchema(schema, facts).value

const lamp = entity('Product', {
  name: 'Desk lamp &amp; bulb',
  brand: entity('Brand', { name: 'Lumen' }),
  sku: 'L-1',
  image: ['/a.jpg', '/b.jpg'],
  offers: entity('Offer', { price: '1299.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }),
  aggregateRating: entity('AggregateRating', { ratingValue: '4.5', reviewCount: '1,204' }),
  review: [
    entity('Review', {
      author: entity('Person', { name: 'Ana' }),
      reviewRating: entity('Rating', { ratingValue: 5 }),
      reviewBody: 'Fine lamp.',
    }),
    entity('Review', { author: 'Ben', reviewRating: entity('Rating', { ratingValue: '3' }), reviewBody: 'Dim.' }),
  ],
})
const site = entity('Organization', { name: 'Example Shop', url: 'https://shop.example/', logo: '/logo.png' })

describe('filling a schema', () => {
  it('takes a product from what the page states in a vocabulary, under any names', () => {
    const schema = object({
      product_name: string,
      price: number,
      currency: string,
      inStock: { type: 'boolean' },
      brand: string,
      rating: number,
      review_count: integer,
      imageUrl: { type: 'string', format: 'uri' },
      color: string,
    })
    const filled = fillSchema(schema, pageOf({ entities: [site, lamp] }))
    assert.deepEqual(filled.value, {
      product_name: 'Desk lamp & bulb',
      price: 1299,
      currency: 'EUR',
      inStock: true,
      brand: 'Lumen',
      rating: 4.5,
      review_count: 1204,
      imageUrl: 'https://shop.example/a.jpg',
    })
    assert.equal(filled.sources['/price'], 'json-ld')
  })

  it('fills objects in objects, and arrays of them', () => {
    const schema = object({
      name: string,
      offer: object({ amount: number, currency: string }),
      rating: object({ value: number, count: integer }),
      reviews: { type: 'array', items: object({ author: string, stars: integer, text: string }) },
      images: { type: 'array', items: string },
    })
    assert.deepEqual(value(schema, pageOf({ entities: [lamp] })), {
      name: 'Desk lamp & bulb',
      offer: { amount: 1299, currency: 'EUR' },
      rating: { value: 4.5, count: 1204 },
      reviews: [
        { author: 'Ana', stars: 5, text: 'Fine lamp.' },
        { author: 'Ben', stars: 3, text: 'Dim.' },
      ],
      images: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
    })
  })

  it('takes labels in other languages, and numbers as their countries write them', () => {
    const facts = pageOf({
      document: { heading: 'Golf Kombi', language: 'de' },
      labels: [
        label('Preis', '12.990,00 €'),
        label('Kilometerstand', '84.500 km'),
        label('Erstzulassung', '03/2018'),
        label('Kraftstoff', 'Diesel'),
        label('Getriebe', 'Automatik'),
      ],
    })
    const schema = object({
      titel: string,
      preis: number,
      mileage_km: integer,
      fuel_type: { enum: ['petrol', 'diesel', 'electric'] },
      transmission: { enum: ['manual', 'automatic'] },
      doors: integer,
    })
    assert.deepEqual(value(schema, facts), {
      titel: 'Golf Kombi',
      preis: 12_990,
      mileage_km: 84_500,
      fuel_type: 'diesel',
      transmission: 'automatic',
    })
  })

  it('fills arrays of objects from cards, whatever their classes are called', () => {
    const card = (name: string, price: string, old: string) => ({
      text: `${name} ${price}`,
      fields: [
        field('img', '', `https://shop.example/${name}.jpg`),
        field('a x1f h3', name, `https://shop.example/${name}`),
        field('del', old),
        field('span x9', price),
      ],
    })
    const facts = pageOf({
      groups: [
        {
          heading: 'Menu',
          names: ['nav', 'ul'],
          items: [{ text: 'Home', fields: [field('a', 'Home', 'https://shop.example/')] }],
        },
        { heading: null, names: ['div', 'grid'], items: [card('A', '$12', '$15'), card('B', '$1,299.50', '$2,000')] },
      ],
    })
    const schema = object({
      products: {
        type: 'array',
        items: object(
          { name: string, price: number, url: { type: 'string', format: 'uri' }, image: string },
          { required: ['name', 'price'] },
        ),
      },
    })
    assert.deepEqual(value(schema, facts), {
      products: [
        { name: 'A', price: 12, url: 'https://shop.example/A', image: 'https://shop.example/A.jpg' },
        { name: 'B', price: 1299.5, url: 'https://shop.example/B', image: 'https://shop.example/B.jpg' },
      ],
    })
  })

  it('fills arrays of objects from the table whose columns fit', () => {
    const cell = (text: string) => ({ text, url: null })
    const facts = pageOf({
      tables: [
        { caption: null, heading: 'Sizes', header: ['Size', 'Chest'], rows: [[cell('S'), cell('90')]] },
        {
          caption: 'Results',
          heading: null,
          header: ['Pos.', 'Team', 'Points', 'Date'],
          rows: [
            [cell('1'), cell('Reds'), cell('42'), cell('4 May 2026')],
            [cell('2'), cell('Blues'), cell('40'), cell('5 May 2026')],
          ],
        },
      ],
    })
    const schema = object({
      standings: {
        type: 'array',
        items: object({ team: string, points: integer, date: { type: 'string', format: 'date' } }),
      },
    })
    const filled = fillSchema(schema, facts)
    assert.deepEqual(filled.value, {
      standings: [
        { team: 'Reds', points: 42, date: '2026-05-04' },
        { team: 'Blues', points: 40, date: '2026-05-05' },
      ],
    })
    assert.equal(filled.sources['/standings/1/team'], 'table')
  })

  it('finds the object of the state of a script that has what is requested', () => {
    const facts = pageOf({
      hydration: [
        {
          props: {
            user: { name: 'Guest' },
            item: { title: 'Chair', priceCents: null, price: { amount: 49.9, currency: 'USD' }, tags: ['oak', 'new'] },
          },
        },
      ],
    })
    const schema = object({ title: string, price: number, currency: string, tags: { type: 'array', items: string } })
    assert.deepEqual(value(schema, facts), { title: 'Chair', price: 49.9, currency: 'USD', tags: ['oak', 'new'] })
  })

  it('follows references, merges parts, and takes the alternative that fits', () => {
    const schema = {
      $defs: { money: object({ amount: number, currency: string }, { required: ['amount'] }) },
      allOf: [{ properties: { name: string } }],
      type: 'object',
      properties: {
        price: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/money' }] },
        ean: { type: ['string', 'null'] },
        mpn: { type: ['string', 'null'] },
      },
      required: ['name', 'ean'],
    }
    assert.deepEqual(value(schema, pageOf({ entities: [lamp] })), {
      price: { amount: 1299, currency: 'EUR' },
      ean: null,
      name: 'Desk lamp & bulb',
    })
  })

  it('passes over values that break the schema', () => {
    const facts = pageOf({
      entities: [entity('Product', { name: 'Lamp', sku: 'none given', gtin13: '123' })],
      labels: [label('SKU', 'AB-1234')],
    })
    const schema = object({
      name: { type: 'string', maxLength: 3 },
      sku: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' },
    })
    assert.deepEqual(value(schema, facts), { sku: 'AB-1234' })
  })

  it('says nothing of what the page does not state', () => {
    const schema = object({
      price: number,
      email: { type: 'string', format: 'email' },
      published: { type: 'string', format: 'date' },
    })
    assert.deepEqual(fillSchema(schema, pageOf({ entities: [site], document: { heading: 'About us' } })), {
      value: null,
      sources: {},
    })
    assert.deepEqual(fillSchema(false, pageOf({})), { value: null, sources: {} })
  })

  it('reads times: dates with words, lengths in minutes', () => {
    const recipe = entity('Recipe', {
      name: 'Soup',
      cookTime: 'PT1H10M',
      recipeIngredient: ['1 onion, chopped', '2 l water'],
      recipeInstructions: [
        entity('HowToSection', {
          name: 'Broth',
          itemListElement: [
            entity('HowToStep', { name: 'Cut', text: 'Cut it.' }),
            entity('HowToStep', { text: 'Boil it.' }),
          ],
        }),
      ],
      datePublished: '2026-03-01T08:00:00+01:00',
      recipeYield: '4 servings',
    })
    const schema = object({
      title: string,
      cook_time_minutes: integer,
      cookTime: string,
      ingredients: { type: 'array', items: string },
      steps: { type: 'array', items: string },
      published: { type: 'string', format: 'date' },
      servings: integer,
    })
    assert.deepEqual(value(schema, pageOf({ entities: [recipe] })), {
      title: 'Soup',
      cook_time_minutes: 70,
      cookTime: 'PT1H10M',
      ingredients: ['1 onion, chopped', '2 l water'],
      steps: ['Cut it.', 'Boil it.'],
      published: '2026-03-01',
      servings: 4,
    })
  })

  it('fills arrays in arrays from lists below headings of their own', () => {
    const dish = (name: string, price: string) => ({
      text: `${name} ${price}`,
      fields: [field('dish name,span', ''), field('h4', name), field('span', price)],
    })
    const facts = pageOf({
      groups: [
        { heading: 'Starters', names: ['dish'], items: [dish('Soup', '€4.50'), dish('Salad', '€6')] },
        { heading: 'Mains', names: ['dish'], items: [dish('Pie', '€12'), dish('Stew', '€14')] },
      ],
    })
    const items = { type: 'array', items: object({ name: string, price: number }) }
    const schema = object({ menu: { type: 'array', items: object({ section: string, dishes: items }) } })
    assert.deepEqual(value(schema, facts), {
      menu: [
        {
          section: 'Starters',
          dishes: [
            { name: 'Soup', price: 4.5 },
            { name: 'Salad', price: 6 },
          ],
        },
        {
          section: 'Mains',
          dishes: [
            { name: 'Pie', price: 12 },
            { name: 'Stew', price: 14 },
          ],
        },
      ],
    })
  })

  it('ends in bounded time for schemas and pages made to be slow', () => {
    const names = Array.from({ length: 400 }, (_, index) => `name${index}`)
    const deep = {
      $defs: {
        node: object({
          name: string,
          children: { type: 'array', items: { $ref: '#/$defs/node' } },
          a: { $ref: '#/$defs/node' },
          b: { $ref: '#/$defs/node' },
        }),
      },
      $ref: '#/$defs/node',
    }
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      text: 'x',
      fields: names.slice(0, 15).map((name) => field(name, String(index))),
    }))
    const facts = pageOf({
      entities: Array.from({ length: 1_000 }, () =>
        entity('Thing', { name: 'a', children: [entity('Thing', { name: 'b' }), entity('Thing', { name: 'c' })] }),
      ),
      groups: Array.from({ length: 50 }, () => ({ heading: 'children', names: ['children'], items })),
      hydration: [JSON.parse(`${'{"children":['.repeat(200)}1${']}'.repeat(200)}`)],
    })
    const start = process.cpuUsage().user
    value(deep, facts)
    value(object(Object.fromEntries(names.map((name) => [name, string]))), facts)
    assert.ok((process.cpuUsage().user - start) / 1e6 < 20)
  })

  it('keeps properties whose names are those of objects of the language', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    ) as JsonSchema
    const filled = fillSchema(schema, pageOf({ labels: [label('constructor', 'ACME'), label('Proto', 'yes')] }))
    assert.deepEqual(JSON.parse(JSON.stringify(filled.value)), JSON.parse('{"__proto__":"yes","constructor":"ACME"}'))
  })

  it('takes what the page is about for the only item of a list that it has no list for', () => {
    const list = { type: 'array', items: object({ name: string, sku: string }, { required: ['sku'] }) }
    assert.deepEqual(fillSchema(list, pageOf({ entities: [site, lamp] })), {
      value: [{ name: 'Desk lamp & bulb', sku: 'L-1' }],
      sources: { '/0/name': 'json-ld', '/0/sku': 'json-ld' },
    })
    assert.equal(value(list, pageOf({ entities: [site] })), null)
  })

  it('takes no amount for a charge that the page does not name', () => {
    const facts = pageOf({ fields: [field('price', '€49.90')] })
    assert.deepEqual(value(object({ price: number, shipping_cost: number, deposit_amount: number }), facts), {
      price: 49.9,
    })
  })

  it('takes the share for a percentage, and not the amount beside it', () => {
    const facts = pageOf({ labels: [label('Change', '-1.20 (-0.96%)')] })
    assert.deepEqual(value(object({ change: number, change_percent: number }), facts), {
      change: -1.2,
      change_percent: -0.96,
    })
  })

  it('reads fractions, and a multiplier for both ends of a range', () => {
    const facts = pageOf({
      labels: [
        label('Baths', '2½'),
        label('Rating', '4½'),
        label('Prep time', '1½ hours'),
        label('Cook time', '1 1/2 hours'),
        label('Salary', '€60–80k'),
      ],
    })
    const schema = object({
      baths: integer,
      rating: number,
      prep_minutes: integer,
      cook_time_minutes: integer,
      salary_min: number,
      salary_max: number,
      salary: number,
    })
    assert.deepEqual(value(schema, facts), {
      rating: 4.5,
      prep_minutes: 90,
      cook_time_minutes: 90,
      salary_min: 60_000,
      salary_max: 80_000,
      salary: 60_000,
    })
  })

  it('reads contacts without what stands around them', () => {
    const facts = pageOf({
      labels: [
        label('Telephone', '24/7: +1 555 123 4567 (Sales)'),
        label('Address', '1600 Amphitheatre Parkway, Mountain View, CA'),
      ],
    })
    const address = object({ street: string, postal_code: string, city: string, country: string })
    assert.deepEqual(value(object({ telephone: string, address }), facts), {
      telephone: '+1 555 123 4567',
      address: { street: '1600 Amphitheatre Parkway' },
    })
  })

  it('reads times in the half of the day and the zone that the page states', () => {
    const start = { type: 'string', format: 'date-time' }
    const read = (text: string): unknown => value(object({ start }), pageOf({ labels: [label('Start', text)] }))
    assert.deepEqual(read('2025-09-04 5:30 PM'), { start: '2025-09-04T17:30:00Z' })
    assert.deepEqual(read('September 4, 2025, 5:30 PM EST'), { start: '2025-09-04T17:30:00-05:00' })
    assert.equal(read('September 4, 2025, 5:30 PM ET'), null)
    const dated = pageOf({ fields: [field('start', 'Sep 4, 2025, 5:30 PM', null, '2025-09-04')] })
    assert.deepEqual(value(object({ start }), dated), { start: '2025-09-04T17:30:00Z' })
  })

  it('leaves out what is not in the format that is requested', () => {
    const facts = pageOf({ labels: [label('Code', 'abc'), label('Host', '10.0.0.5'), label('Node', '10.0.0.5')] })
    const schema = object({
      code: { type: 'string', format: 'uuid' },
      host: { type: 'string', format: 'ipv4' },
      node: { type: 'string', format: 'x-own' },
    })
    assert.deepEqual(value(schema, facts), { host: '10.0.0.5', node: '10.0.0.5' })
  })

  it('takes people that are named in one line apart', () => {
    const authors = { type: 'array', items: string }
    for (const line of ['Ana Sousa and Ben Ode', 'Ana Sousa, Ben Ode', 'Ana Sousa & Ben Ode']) {
      const facts = pageOf({ labels: [label('Author', line), label('By', line)] })
      assert.deepEqual(value(object({ authors }), facts), { authors: ['Ana Sousa', 'Ben Ode'] })
    }
    const one = pageOf({ labels: [label('Author', 'Marks and Spencer')] })
    assert.deepEqual(value(object({ authors }), one), { authors: ['Marks and Spencer'] })
  })
})
