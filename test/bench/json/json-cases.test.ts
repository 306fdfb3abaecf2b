import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileOutputSchema, outputSchemaProblems } from '@seine/shared/api/output-schema/output-schema.ts'
import { readCases, sampleSets, type JsonCase } from './json-cases.ts'

const cases = readCases()
const textOf = ({ html }: JsonCase): string => new TextDecoder('utf-8', { fatal: true }).decode(html)
const titleOf = ({ set, name }: JsonCase): string => `${set}/${name}`

/** Whether the host is reserved for examples (RFC 2606). */
const isInvented = (url: string): boolean => /(^|\.)example(\.(com|net|org))?$/.test(new URL(url).hostname)

describe('the sample set of the json output', () => {
  it('has at least 30 pages to make rules with and 30 that they have not seen', () => {
    for (const set of sampleSets) assert.ok(cases.filter((each) => each.set === set).length >= 30, set)
  })

  it('has schemas that a caller may send, and values that keep to them', () => {
    for (const each of cases) {
      assert.deepEqual(outputSchemaProblems(each.schema), [], titleOf(each))
      assert.deepEqual(compileOutputSchema(each.schema)(each.expected), [], titleOf(each))
    }
  })

  it('is of invented sites, one page each', () => {
    for (const each of cases) assert.ok(isInvented(each.url), titleOf(each))
    assert.equal(new Set(cases.map(({ url }) => url)).size, cases.length)
  })

  it('states nothing for machines on a third of the pages', () => {
    const plain = cases.filter((each) => !/application\/ld\+json|itemscope|typeof=/i.test(textOf(each)))
    assert.ok(plain.length * 3 >= cases.length, `${plain.length} of ${cases.length}`)
  })
})
