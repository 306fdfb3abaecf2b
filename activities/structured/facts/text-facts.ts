/**
 * Collects facts of documents other than HTML: JSON is data as it is; other text yields the lines that name a value.
 */
import { textFactLimits } from '../limits/structured-limits.ts'
import { escapeHtml } from '../../html/html-text.ts'
import { nothingStated } from '../../content/metadata/nothing-stated.ts'
import { parseTree } from '../../html/parse-tree.ts'
import { createUrlResolver } from '../../html/urls.ts'
import type { StructuredFacts } from '@seine/shared/pages/facts.ts'
import { collectFacts } from './collect-facts.ts'
import { keptState } from './state/state-data.ts'
import { jsonOrNull } from '@seine/shared/values/json-or-null.ts'

/**
 * Collects the facts of a text.
 * @param kind `json`, or any other kind of text.
 */
export function factsOfText(
  text: string,
  kind: string,
  { url, title }: { url: string; title: string | null },
): StructuredFacts {
  const data = kind === 'json' ? jsonOrNull(text) : null
  const lines =
    data === null ? text.split('\n', textFactLimits.linesMax).map((line) => `<p>${escapeHtml(line)}</p>`) : []
  const { document } = parseTree(`<main>${lines.join('')}</main>`)
  const metadata = { ...nothingStated, title }
  const urls = createUrlResolver(url, null)
  // A list is wrapped, so that it has a name as well.
  const states = data === null ? [] : keptState([Array.isArray(data) ? { items: data } : data], () => false)
  return collectFacts({ document, content: null, isNamed: false, source: '', states, url, urls, metadata })
}
