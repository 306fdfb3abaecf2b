import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ExtractResult, PageMetadata } from '@seine/shared/pages/extraction.ts'
import { nothingStated } from '@seine/activities/content/metadata/nothing-stated.ts'
import { extractGolden, extractHtml, goldenNames, readGolden, type GoldenPage } from './golden-page.ts'

/** Metadata of a page that states nothing, without structured data. */
const { og: _og, jsonLd: _jsonLd, ...nothing } = { ...nothingStated, pages: null }

for (const name of goldenNames()) {
  describe(`extractPage of ${name}`, () => {
    const page = readGolden(name)
    let main: ExtractResult
    let whole: ExtractResult
    let markdown: string
    const { defects = {} } = page
    const knownAs = (part: keyof typeof defects): { todo?: string } => {
      const todo = defects[part]
      return todo === undefined ? {} : { todo }
    }

    before(async () => {
      main = await extractGolden(name, page.url, true)
      whole = await extractGolden(name, page.url, false)
      markdown = main.outputs.markdown ?? ''
    })

    it('keeps what belongs to the main content and nothing else', knownAs('mainText'), () => {
      const { with: wanted, without } = page.mainText
      assert.deepEqual(
        {
          missing: wanted.filter((text) => !markdown.includes(text)),
          unwanted: without.filter((text) => markdown.includes(text)),
        },
        { missing: [], unwanted: [] },
      )
    })

    it('reads the same head when no more of the metadata is wanted', async () => {
      const { metadata, outputs, links } = await extractGolden(name, page.url, true, 'head')
      const { title, description, robots, siteName, wordCount, pages, contentType, charset } = main.metadata
      const head = { title, description, robots, siteName, pages, contentType, charset }
      assert.deepEqual(metadata, { ...nothingStated, ...head, wordCount: Math.min(1, wordCount) })
      assert.deepEqual([outputs, links], [main.outputs, main.links])
    })

    it('writes the main content as Markdown', knownAs('markdown'), () => {
      assert.equal(markdown, page.markdown)
    })

    it('writes the main content as clean HTML', knownAs('cleanHtml'), () => {
      assert.equal(main.outputs.clean_html, page.cleanHtml)
    })

    it('takes the clean HTML for clean, and makes the same Markdown of it', knownAs('reading'), async () => {
      const again = await extractHtml(page.cleanHtml, page.url)
      assert.equal(again.clean_html, page.cleanHtml)
      assert.equal(again.markdown, page.markdown)
    })

    it('reads what the page states about itself', knownAs('metadata'), () => {
      assert.deepEqual(statedBy(main, page), {
        ...nothing,
        charset: 'utf-8',
        contentType: 'text/html',
        ...page.metadata,
      })
    })

    it('finds the links of the whole page', () => {
      const links = main.outputs.links ?? []
      assert.deepEqual(
        page.links.include.filter((url) => !links.includes(url)),
        [],
      )
      assert.equal(links.length, page.links.count, links.join('\n'))
    })

    it('finds the same links and metadata when the whole page is wanted', () => {
      assert.deepEqual(whole.outputs.links, main.outputs.links)
      assert.deepEqual({ ...whole.metadata, wordCount: 0 }, { ...main.metadata, wordCount: 0 })
    })

    it('has the main content in the Markdown of the whole page', knownAs('whole'), () => {
      const text = whole.outputs.markdown ?? ''
      assert.deepEqual(
        page.mainText.with.filter((part) => !text.includes(part)),
        [],
      )
    })
  })
}

/** The metadata to compare: structured data only when the page's expectation contains it. */
function statedBy({ metadata }: ExtractResult, page: GoldenPage): Partial<PageMetadata> {
  const { wordCount: _, og, jsonLd, ...stated } = metadata
  return {
    ...stated,
    ...(page.metadata.og === undefined ? {} : { og }),
    ...(page.metadata.jsonLd === undefined ? {} : { jsonLd }),
  }
}
