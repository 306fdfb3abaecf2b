/** Shows the answer of a scrape like a page of a job. */
import type { JobPageDetail } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../components/html.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { PageBody } from '../page/page-body.ts'

/** Returns the answer in the form that a page of a job has. */
function pageOf(result: ScrapeResult): JobPageDetail {
  const { url, final_url: finalUrl, status, data, attempts, metadata, warnings, request_id: requestId } = result
  return {
    index: 0,
    url,
    finalUrl,
    status,
    success: true,
    title: metadata.title,
    depth: null,
    fetchedAt: null,
    output: data,
    omitted: [],
    error: null,
    errorCode: null,
    attempts: attempts.map((attempt) => ({ ...attempt, error: attempt.error ?? null })),
    metadata,
    warnings,
    request_id: requestId,
  }
}

/** The scraped page. */
export function ScrapedPage({ result }: { result: ScrapeResult }): VNode {
  const [tab, setTab] = useState<string | null>(null)
  return html`
    <p>
      <strong><${Scraped} text=${result.metadata.title ?? result.url} /></strong>${' '}HTTP ${result.status} ·
      <${OutwardLink} href=${result.final_url} />
    </p>
    <${PageBody} page=${pageOf(result)} tab=${tab} onTab=${setTab} reload=${null} />
  `
}
