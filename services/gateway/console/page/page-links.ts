/** The links of a page, and its metadata. */
import type { JobPageDetail } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { FilterField } from '../components/fields.ts'
import { html } from '../components/html.ts'
import { LongText } from '../components/long-text.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { Empty } from '../components/states.ts'
import { numberText } from '../components/words.ts'
import { viewLimits } from '../console-view-limits.ts'

/** The list of links. */
export function PageLinks({ links }: { links: readonly string[] }): VNode {
  const [find, setFind] = useState('')
  const wanted = find.trim().toLowerCase()
  const found = links.filter((link) => link.toLowerCase().includes(wanted))
  if (links.length === 0) return html`<${Empty}>This page has no links.<//>`
  return html`
    <div class="filters">
      <${FilterField} label="Find in links" value=${find} onInput=${setFind} /><span class="quiet" role="status"
        >${numberText(found.length)} of ${numberText(links.length)} links</span
      >
    </div>
    <ul class="plain">
      ${found.slice(0, viewLimits.linksShown).map((link, at) => html`<li key=${at} class="plain-link"><${OutwardLink} href=${link} /></li>`)}
    </ul>
    ${found.length > viewLimits.linksShown ? html`<p class="notice">The first ${numberText(viewLimits.linksShown)} are shown.</p>` : null}
  `
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Metadata of the page. */
export function PageMetadata({ page }: { page: JobPageDetail }): VNode {
  const { json_ld: jsonLd, og, ...facts } = page.metadata
  // Names chosen by the page must not replace known members.
  const own = Object.entries(og).map(([name, value]) => [`og:${name}`, value] as const)
  const shown = [...Object.entries(facts), ...own].filter(([, value]) => value !== null)
  return html`
    <dl class="facts">
      ${shown.map(
        ([name, value]) =>
          html`<div key=${name}>
            <dt><${Scraped} text=${name} /></dt>
            <dd><${Scraped} text=${valueText(value)} /></dd>
          </div>`,
      )}
    </dl>
    ${
      page.warnings.length === 0
        ? null
        : html`<h2>Warnings</h2>
            <ul>
              ${page.warnings.map((each, at) => html`<li key=${at}><${Scraped} text=${each} /></li>`)}
            </ul>`
    }
    ${
      jsonLd.length === 0
        ? null
        : html`<h2>JSON-LD</h2>
            <${LongText} label="JSON-LD" text=${JSON.stringify(jsonLd, null, 2)} />`
    }
  `
}
