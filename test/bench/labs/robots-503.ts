/** Lab: the server fails to answer robots.txt. RFC 9309, 2.3.1.4: everything is disallowed until it is known. */
import type { BenchContext } from '../bench-context.ts'
import type { BenchStack } from '../seine/bench-stack.ts'
import { cataloguePages } from './catalogue.ts'
import { allOf, holds, reported, type LabResult } from './lab.ts'
import { pageRequests, resultsAmong, runLabJob, type LabJob } from './lab-job.ts'
import { htmlAnswer, notFound, startLabSite, type LabSite } from './lab-site.ts'

/** robots.txt once the server answers it. */
const rules = 'User-agent: *\nDisallow: /private\n'

const pages = cataloguePages()

/** @param failures how often robots.txt is answered with 503. */
const startSite = async (failures: number): Promise<LabSite> => {
  let asked = 0
  return await startLabSite((path) => {
    if (path === '/robots.txt') {
      asked += 1
      return asked <= failures
        ? { status: 503, headers: { 'content-type': 'text/plain' }, body: 'Out of order\n' }
        : { status: 200, headers: { 'content-type': 'text/plain' }, body: rules }
    }
    const body = pages.get(path)
    return body === undefined ? notFound : htmlAnswer(body)
  })
}

async function withSite(
  bench: BenchStack,
  failures: number,
  judge: (job: LabJob, site: LabSite) => LabResult,
): Promise<LabResult> {
  const site = await startSite(failures)
  try {
    return judge(await runLabJob(bench, site), site)
  } finally {
    await site.close()
  }
}

const robotsRequests = ({ requests }: LabSite): string =>
  String(requests.filter(({ path }) => path === '/robots.txt').length)

function judgeForever({ final, wallMs }: LabJob, site: LabSite): LabResult {
  const fetched = pageRequests(site.requests).length
  const why = final.error ?? ''
  return {
    title: 'robots-503: for ever',
    marks: [
      holds('pages fetched', String(fetched), '0', fetched === 0),
      holds('state', String(final.status), 'failed', final.status === 'failed'),
      holds('reason', JSON.stringify(why), 'names robots.txt', /robots\.txt/i.test(why)),
      reported('robots.txt asked for', `${robotsRequests(site)} times, ${(wallMs / 1_000).toFixed(1)} s`),
    ],
  }
}

function judgeTwice({ archive, wallMs }: LabJob, site: LabSite): LabResult {
  const allowedAt = site.requests.findIndex(({ path, status }) => path === '/robots.txt' && status === 200)
  const early = pageRequests(site.requests.slice(0, Math.max(allowedAt, 0))).length
  return {
    title: 'robots-503: twice, then an answer',
    marks: [
      allOf('pages', resultsAmong(archive, new Set(pages.keys())), pages.size),
      holds('pages fetched before it was known', String(early), '0', early === 0 && allowedAt >= 0),
      reported('robots.txt asked for', `${robotsRequests(site)} times, ${(wallMs / 1_000).toFixed(1)} s`),
    ],
  }
}

export async function robotsLab(bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const forever = await withSite(bench, Number.POSITIVE_INFINITY, judgeForever)
  context.signal.throwIfAborted()
  return [forever, await withSite(bench, 2, judgeTwice)]
}
