import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractPage } from '@seine/activities/extract/extract-page.ts'
import { TextComparison } from '@seine/shared/watches/compared-text.ts'
import { textDiff } from '@seine/shared/watches/text-diff.ts'
import { NoisySite } from './noisy-site.ts'

const rounds = 12

/** Returns the compared text of a page. */
async function textOf(site: NoisySite, path: string): Promise<string> {
  const { outputs } = await extractPage({
    url: `http://site.test${path}`,
    bytes: new Uint8Array(Buffer.from(site.answer(path)!)),
    contentType: 'text/html; charset=utf-8',
    formats: ['markdown'],
    metadata: 'head',
    compared: false,
    includeTags: [],
    excludeTags: [],
    onlyMainContent: true,
  })
  return (await new TextComparison({ mode: 'markdown', ignorePatterns: [] }).textOf(outputs))!
}

describe('the noisy site of the lab', () => {
  it('has different bytes in every answer, and different texts only after a change', async () => {
    const site = new NoisySite('unit')
    const before = new Map<string, string>()
    for (const path of site.paths) before.set(path, await textOf(site, path))
    const wrong: string[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const made = new Map(site.next().map(({ path, kind }) => [path, kind]))
      for (const path of site.paths) {
        const text = await textOf(site, path)
        const old = before.get(path)!
        const kind = made.get(path)
        if ((text !== old) !== (kind !== undefined))
          wrong.push(`${round} ${path} ${kind ?? 'no change'}: ${textDiff(old, text).diff}`)
        before.set(path, text)
      }
    }
    assert.deepEqual(wrong, [])
  })
})
