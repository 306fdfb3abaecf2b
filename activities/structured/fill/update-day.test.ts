import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { fillSchema } from './fill-schema.ts'
import { shownAsUpdate } from './update-day.ts'
import { field, pageOf } from './testing/page-of.ts'

const page = (...texts: string[]): ReturnType<typeof pageOf> =>
  pageOf({ document: { published: '2025-12-04' }, fields: texts.map((text) => field('p', text)) })

describe('a day of publication', () => {
  it('is the day of an update when the page states one', () => {
    for (const text of [
      'Last updated: Dec 4, 2025',
      'Ana Lima · Updated December 4, 2025',
      'Updated 2025-12-04T18:00:00Z',
      'Written by Ana Lima · Updated December 4, 2025',
    ])
      assert.ok(shownAsUpdate(page('Dec 4, 2025', text)), text)
    assert.ok(
      shownAsUpdate({
        ...page('Aktualisiert am 4. Dezember 2025'),
        fields: page('Aktualisiert am 4. Dezember 2025').fields,
      }),
    )
  })

  it('is the day of an update when the head or the name of an element says only that', () => {
    const changed = { 'article:modified_time': ['2025-12-04T18:00:00Z'] }
    assert.ok(shownAsUpdate({ ...page('Dec 4, 2025'), meta: changed }))
    assert.ok(!shownAsUpdate({ ...page('Dec 4, 2025'), meta: { 'article:modified_time': ['2025-12-09'] } }))
    assert.ok(
      !shownAsUpdate({ ...page('Dec 4, 2025'), meta: { ...changed, 'article:published_time': ['2025-12-04'] } }),
    )
    assert.ok(!shownAsUpdate({ ...page('Published on Dec 4, 2025'), meta: changed }))
    const named = (name: string): boolean =>
      shownAsUpdate({ ...page(), fields: [{ ...field('div', 'Dec 4, 2025'), names: [name, 'div'] }] })
    assert.ok(named('header date modified'))
    assert.ok(named('field name changed'))
    const changedField = { ...field('div', 'Dec 4, 2025'), names: ['field name changed', 'div'] }
    const byline = field('p', 'Written by: Ana Lima Dec 4, 2025')
    assert.ok(shownAsUpdate({ ...page(), fields: [byline, changedField] }))
    assert.ok(!named('header date'))
  })

  it('is the day of an update when a note in a group states it', () => {
    const group = (text: string): StructuredFacts['groups'][number] => ({
      heading: null,
      names: [],
      items: ['Ana Lima', text].map((each) => ({ text: each, fields: [field('span', each)] })),
    })
    assert.ok(shownAsUpdate({ ...page('Dec 4, 2025'), groups: [group('Updated: December 04, 2025')] }))
    assert.ok(!shownAsUpdate({ ...page('Dec 4, 2025'), groups: [group('Updated: December 09, 2025')] }))
  })

  it('of an update is not read from the head either', () => {
    const schema = {
      title: 'article',
      type: 'object',
      properties: { headline: { type: 'string' }, date_published: { type: 'string', format: 'date' } },
    }
    const dayOf = (text: string, modified: string | null = null): unknown => {
      const meta = { 'article:published_time': ['2025-12-04T18:00:00Z'] }
      const facts = pageOf({
        document: { heading: 'News', published: '2025-12-04', modified },
        meta,
        fields: [field('p', text)],
      })
      return (fillSchema(schema, facts).value as Record<string, unknown>)['date_published']
    }
    assert.equal(dayOf('Updated: Dec 4, 2025'), undefined)
    assert.equal(dayOf('Updated: Dec 4, 2025', '2025-12-04'), undefined)
    assert.equal(dayOf('Updated: Dec 9, 2025'), '2025-12-04')
    assert.equal(dayOf('Updated: Dec 4, 2025', '2026-01-09'), '2025-12-04')
  })

  it('is the day of publication when nothing else is said, or the update was on another day', () => {
    assert.ok(!shownAsUpdate(page('Dec 4, 2025')))
    assert.ok(!shownAsUpdate(page('Published Dec 4, 2025', 'Updated Dec 9, 2025')))
    assert.ok(!shownAsUpdate(page('Published and updated Dec 4, 2025')))
  })

  it('is the day of publication when another note states it, even if the page was updated later that day', () => {
    assert.ok(!shownAsUpdate(page('Published Dec 4, 2025', 'Updated Dec 4, 2025')))
    assert.ok(!shownAsUpdate(page('Updated Dec 4, 2025', 'Posted by Ana Lima on Dec 4, 2025')))
    assert.ok(!shownAsUpdate(page('Gepubliceerd op 2025-12-04', 'Bijgewerkt op 2025-12-04')))
    const machine = [field('time', 'Published yesterday', null, '2025-12-04'), field('p', 'Updated Dec 4, 2025')]
    assert.ok(!shownAsUpdate({ ...page(), fields: machine }))
    assert.ok(shownAsUpdate(page('Published Nov 30, 2025', 'Updated Dec 4, 2025')))
    assert.ok(shownAsUpdate(page('Published in our news', 'Updated Dec 4, 2025')))
  })
})
