/** Seine's two ways to load a page: all its traffic with bodies, or the rendered document. */
import type { NetworkReply, RenderReply } from '@seine/shared/pages/worker-reply.ts'
import { callsPerPage, wholeMark } from '../page-site/page-files.ts'
import type { Contender, PageLoad } from './contender.ts'
import { runTurn } from './run-turn.ts'
import type { SeineWorker } from './seine-worker.ts'

type Said = Omit<PageLoad, 'ms'>

/** Checks for the document and every script request with its body. */
function judgeCapture(reply: NetworkReply): Said {
  if (reply.kind !== 'result') return { whole: false }
  const attempt = reply.result.attempts.at(-1)
  const calls = attempt?.network_calls ?? []
  const whole = calls.filter((call) => typeof call.response_body === 'string' && call.response_body.length > 1_000)
  return { whole: whole.length === callsPerPage + 1, phases: { ...attempt?.timings_ms } }
}

function judgeRender(reply: RenderReply): Said {
  if (reply.kind !== 'rendered') return { whole: false }
  return { whole: (reply.html?.text ?? '').includes(wholeMark), phases: { ...reply.attempts.at(-1)?.timings_ms } }
}

const contender = (
  name: string,
  title: string,
  worker: SeineWorker,
  load: (url: string) => Promise<Said>,
): Contender => ({
  name,
  title,
  begin: async () => await worker.begin(),
  load: async (turn) => await runTurn(turn, load),
  close: async () => await worker.close(),
})

/** Creates both contenders on one worker. */
export function seineContenders(worker: SeineWorker): Contender[] {
  const filter = { resourceTypes: [], urlPattern: null, host: null }
  const want = { html: true, screenshot: 'none' }
  return [
    contender('seine-network', 'Seine, all traffic', worker, async (url) =>
      judgeCapture((await worker.call('/browser/network', url, { format: 'json', filter })) as NetworkReply),
    ),
    contender('seine-render', 'Seine, rendered', worker, async (url) =>
      judgeRender((await worker.call('/render', url, { want })) as RenderReply),
    ),
  ]
}
