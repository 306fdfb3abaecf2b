/** Checks that the codes and fields listed in the guides match the catalogue and the schemas. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { publishedCrawlSchema } from '@seine/shared/api/requests/crawl-schema.ts'
import { batchOwnFields, batchSpellings, publishedBatchSchema } from '@seine/shared/api/requests/batch-schema.ts'
import { ownPageCodes, sharedPageCodes } from '@seine/shared/api/schemas/page-codes.ts'
import { jobFormats } from '@seine/shared/tasks/formats.ts'
import { searchAttributes } from '@seine/shared/temporal/names.ts'
import { errorRows, tableRows } from './error-table.ts'

const guide = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

/** Returns the rows of the first table by each of the fields they name. */
function fieldRows(markdown: string): Map<string, string> {
  const rows = tableRows(markdown)
  const rules = rows.flatMap(([cell = ''], index) => (cell.startsWith('--') ? [index] : []))
  const [begin = 0, next] = rules
  const first = rows.slice(begin + 1, next === undefined ? rows.length : next - 1)
  return new Map(
    first.flatMap(([names = '', fallback = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, fallback] as const),
    ),
  )
}

const plain = (cell: string): string => cell.replaceAll(/[`",]/g, '')

function checkFields(name: string, properties: Readonly<Record<string, unknown>>, fields: readonly string[]): void {
  const rows = fieldRows(guide(name))
  assert.deepEqual([...rows.keys()].toSorted(), [...fields].toSorted())
  for (const field of fields) {
    const { default: fallback } = (properties[field] ?? {}) as { default?: unknown }
    const expected = fallback === undefined ? '' : JSON.stringify(fallback)
    assert.equal(plain(rows.get(field) ?? ''), plain(expected), `${name}: ${field}`)
  }
}

test('the table of errors has every code as the catalogue has it', () => {
  const rows = tableRows(guide('errors.md')).filter(([status = '']) => /^\d{3}$/.test(status))
  assert.deepEqual(rows, errorRows)
})

test('the guide to errors has every code of pages, and which of them calls have as well', () => {
  const [, section = ''] = /^## Codes of pages\n([^]*?)^## /m.exec(guide('errors.md')) ?? []
  const codesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
  const rows = tableRows(section).flatMap(([codes = '']) => codesIn(codes))
  assert.deepEqual(rows.toSorted(), ownPageCodes.toSorted())
  const [sentence = ''] = /Failures that can end a call have the same code in both: [^.]*\./.exec(section) ?? []
  const named = new Set(codesIn(sentence))
  const missing = sharedPageCodes.filter((code) => !named.has(code))
  // "The codes of sessions".
  assert.deepEqual(missing, ['session_not_found', 'session_busy', 'session_domain_mismatch'])
})

test('the guide to crawls has every field of a crawl, with its default', () => {
  checkFields('crawl.md', publishedCrawlSchema.properties, Object.keys(publishedCrawlSchema.properties))
})

test('the guide to batches has every field of its own, with its default', () => {
  checkFields('batch.md', publishedBatchSchema.properties, ['urls', ...batchOwnFields])
})

test('the guides to crawls, batches and pages name every format', () => {
  for (const name of ['crawl.md', 'batch.md', 'scraping.md']) {
    const row = tableRows(guide(name)).find(([field]) => field === '`output`') ?? []
    const named = new Set((row.at(-1) ?? '').match(/`\w+`/g) ?? [])
    assert.deepEqual(
      jobFormats.filter((format) => !named.has(`\`${format}\``)),
      [],
      name,
    )
  }
})

test('the guide to batches names every page option', () => {
  const [paragraph = ''] = /^Page options are .*$/m.exec(guide('batch.md')) ?? []
  const missing = [...batchSpellings.keys()].filter((name) => !paragraph.includes(`\`${name}\``))
  // The spelling of `/scrape`, which is accepted as well.
  assert.deepEqual(missing, ['session_id'])
})

test('the runbook and the readme name every search attribute', () => {
  const [, table = ''] = /Search attributes:\n\n([^]*?)\n\n/.exec(guide('operations.md')) ?? []
  const described = tableRows(`${table}\n`).flatMap(([cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  const names = Object.keys(searchAttributes)
  assert.deepEqual(described.toSorted(), names.toSorted())
  const readme = guide('../README.md')
  assert.deepEqual(
    names.filter((name) => !readme.includes(`\`${name}\``)),
    [],
  )
})

test('the guide to Kubernetes lists the search attributes that are made by hand, by type', () => {
  const [, listed = ''] = /make them by hand: ([^]*?)\.\n/.exec(guide('kubernetes.md')) ?? []
  const described = [...listed.matchAll(/((?:`\w+`(?:, )?)+) \((\w+)\)/g)].flatMap(([, names = '', type = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => `${name} ${type}`),
  )
  const expected = Object.entries(searchAttributes).map(([name, type]) => `${name} ${type}`)
  assert.deepEqual(described.toSorted(), expected.toSorted())
})
