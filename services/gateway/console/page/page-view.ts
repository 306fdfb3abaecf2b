/** The view of one page of a job: results and attempts. */
import type { JobPageDetail } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { VNode } from 'preact'
import { useResource } from '../api/resource.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { OutwardLink } from '../components/scraped.ts'
import { Loaded } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { dateText } from '../components/words.ts'
import { jobPath, jobView } from '../jobs/job-names.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { setQuery } from '../place/router.ts'
import { PageBody } from './page-body.ts'
import { PageSteps } from './page-steps.ts'

/** One page with its tabs. */
export function PageView({ place }: ConsoleViewProps): VNode {
  const [, jobId = '', , indexText = ''] = place.segments
  const index = Number(indexText)
  const page = useResource<JobPageDetail>(`${jobPath(jobId)}/pages/${encodeURIComponent(indexText)}`)
  const tab = place.query.get('tab')
  const { data } = page
  const title = data === null ? `Page ${indexText}` : (data.title ?? '').trim() || data.url
  const facts =
    data === null
      ? null
      : html`<p class="quiet page-facts">
          <${StatusWord} status=${data.success ? 'completed' : 'failed'} word=${data.success ? 'scraped' : 'failed'} />
          ${data.status === null ? '' : `HTTP ${data.status}`} ·
          <${OutwardLink}
            href=${data.finalUrl ?? data.url}
          />${data.fetchedAt === null ? '' : html` · <time datetime=${data.fetchedAt}>${dateText(data.fetchedAt)}</time>`}
        </p>`
  return html`
    <p class="crumbs"><${Link} to=${jobView(jobId)}>The job<//></p>
    <div class="view-head page-head">
      <${Heading} title=${title} />
      <div class="actions"><${PageSteps} jobId=${jobId} index=${index} tab=${tab} /></div>
    </div>
    ${facts}
    <${Loaded}
      of=${page}
      backTo=${{ view: jobView(jobId), name: 'The job' }}
      children=${(found: JobPageDetail) => html`<${PageBody} page=${found} tab=${tab} onTab=${(chosen: string | null) => setQuery({ tab: chosen })} reload=${page.reload} />`}
    />
  `
}
