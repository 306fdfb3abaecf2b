/** The request of a job, as far as the API returns it, and as code. */
import type { VNode } from 'preact'
import { CodeTabs } from '../code/code-tabs.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { dateText, numberText } from '../components/words.ts'
import type { JobStatusBody } from './job-feed.ts'
import { isBatch, jobPath, jobView } from './job-names.ts'
import { keptRequest } from './started-requests.ts'

const row = (name: string, value: unknown): VNode =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

/** The request of a job. */
export function RequestTab({ status }: { status: JobStatusBody }): VNode {
  const { id, url, limit, createdAt, retryOf = null, tag = [], warnings } = status
  const kept = keptRequest(id)
  const request = kept ?? { method: 'GET' as const, path: `/${jobPath(id)}`, body: null }
  return html`
    <dl class="facts">
      ${row('id', html`<code>${id}</code>`)}
      ${row(isBatch(id) ? 'first URL' : 'url', html`<${OutwardLink} href=${url} />`)} ${row('limit', numberText(limit))}
      ${row('createdAt', html`<time datetime=${createdAt}>${dateText(createdAt)}</time>`)}
      ${
        tag.length === 0
          ? null
          : row(
              'tag',
              tag.map((each) => html`<${Scraped} text=${each} /> `),
            )
      }
      ${retryOf === null ? null : row('retryOf', html`<${Link} to=${jobView(retryOf)}>${retryOf}<//>`)}
      ${
        warnings.length === 0
          ? null
          : row(
              'warnings',
              html`<ul class="plain">
                ${warnings.map((each) => html`<li><${Scraped} text=${each} /></li>`)}
              </ul>`,
            )
      }
    </dl>
    <h2>${kept === null ? 'Its status by code' : 'The request'}</h2>
    <${CodeTabs} request=${request} />
  `
}
