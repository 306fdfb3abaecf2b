/** Starts the page of 50 requests for the benchmark and reads its request count. */
import type { PageSiteMessage, PageSiteQuestion } from './page-site-messages.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface PageSite {
  /** URL of the page; each load adds its own number. */
  url: string
  port: number
  /** Returns the number of requests since the last reset. */
  requests(): Promise<number>
  reset(): Promise<void>
  close(): Promise<void>
}

const program = fileURLToPath(new URL('page-site-program.ts', import.meta.url))

/** URL of one load. @param load a number unique among the loads of this site. */
export const loadUrl = (pageUrl: string, load: number): string => `${pageUrl}?load=${load}`

/** Starts the site on a free port of 127.0.0.1. */
export async function startPageSite(): Promise<PageSite> {
  const child = fork(program)
  const ended = once(child, 'exit')
  const [first] = (await Promise.race([once(child, 'message'), ended])) as [PageSiteMessage | number]
  if (typeof first !== 'object' || !('port' in first)) throw new Error('the page of the benchmark did not start')
  const ask = async (question: PageSiteQuestion): Promise<number> => {
    const answered = once(child, 'message')
    child.send(question)
    const [{ requests }] = (await answered) as [{ requests: number }]
    return requests
  }
  return {
    url: `http://127.0.0.1:${first.port}/page`,
    port: first.port,
    requests: async () => await ask('requests'),
    reset: async () => void (await ask('reset')),
    async close() {
      child.kill()
      await ended
    },
  }
}
