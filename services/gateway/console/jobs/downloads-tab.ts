/** Links to the results of a job. */
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { webAddress } from '../components/plain-text.ts'
import { Empty } from '../components/states.ts'
import { dateText } from '../components/words.ts'
import type { JobStatusBody } from './job-feed.ts'
import { isRunning } from './job-names.ts'

/** The downloads of a job. */
export function DownloadsTab({ status }: { status: JobStatusBody }): VNode {
  const partial = status.s3PresignedUrls === undefined || status.s3PresignedUrls === null
  const links = status.s3PresignedUrls ?? status.partialS3PresignedUrls ?? {}
  const formats = Object.entries(links).filter(([, link]) => webAddress(link) !== null)
  if (formats.length === 0) {
    const words = isRunning(status.status) ? 'Downloads are made when the job has ended.' : 'This job has no downloads.'
    return html`<${Empty}>${words}<//>`
  }
  return html`
    ${partial ? html`<p>The job did not complete: these hold the pages that were done.</p>` : null}
    <ul class="plain">
      ${formats.map(([format, link]) => html`<li key=${format} class="plain-link"><a href=${link} download rel="noopener noreferrer">Download ${format}</a></li>`)}
    </ul>
    <p class="quiet">
      Links expire; reload for new
      ones.${status.expiresAt === null ? '' : ` Results are kept until ${dateText(status.expiresAt)}.`}
    </p>
  `
}
