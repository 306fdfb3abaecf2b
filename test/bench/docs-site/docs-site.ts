/** Starts the benchmark website and reads its request counts. */
import type { SiteReport } from './docs-site-messages.ts'
import type { SiteMessage, SiteQuestion } from './docs-site-messages.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startPath } from './docs-pages.ts'

export interface DocsSite {
  /** Start page. */
  url: string
  port: number
  pages: number
  report(): Promise<SiteReport>
  /** Resets the request counts. */
  reset(): Promise<void>
  close(): Promise<void>
}

const program = fileURLToPath(new URL('docs-site-program.ts', import.meta.url))

/** Starts a site with this many pages, including the start page, on a free port of 127.0.0.1. */
export async function startDocsSite(pages: number): Promise<DocsSite> {
  const child = fork(program, [String(pages)])
  const ended = once(child, 'exit')
  const [first] = (await Promise.race([once(child, 'message'), ended])) as [SiteMessage | number]
  if (typeof first !== 'object' || !('port' in first)) throw new Error('the benchmark website did not start')
  const { port } = first
  const ask = async (question: SiteQuestion): Promise<SiteReport> => {
    const answered = once(child, 'message')
    child.send(question)
    const [report] = (await answered) as [SiteReport]
    return report
  }
  return {
    url: `http://127.0.0.1:${port}${startPath(pages)}`,
    port,
    pages,
    report: async () => await ask('counts'),
    reset: async () => void (await ask('reset')),
    async close() {
      child.kill()
      await ended
    },
  }
}
