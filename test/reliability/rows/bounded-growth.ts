/** R39: a batch of hosts that do not resolve leaves a small history. */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { payloadBytes } from '@seine/shared/temporal/payload-size.ts'
import { allOf, atMost, holds, reported } from '../../bench/labs/lab.ts'
import type { Row } from '../row.ts'

const hosts = 5_000
const urlsPerHost = 2
const jobTimeoutMs = 3_000_000
const warningsMax = 50
/** A warning for each host would be too many. */
const shortHosts = warningsMax + 10

export const boundedGrowthRow: Row = {
  id: 'R39',
  name: 'Bounded growth',
  method: 'A batch of 10,000 URLs on 5,000 hosts, none of which has an address.',
  counted: 'URLs that reached a final state; bytes of the largest history of its runs and of its memo; warnings.',
  passMark: 'All URLs end; each history at most 4 MiB, the memo at most 8 KiB; at most 50 warnings',
  async run({ short, sharedStack }) {
    const stack = await sharedStack()
    const count = short ? shortHosts : hosts
    const urls = Array.from({ length: count * urlsPerHost }, (_, at) => `http://h${at % count}.invalid/${at}`)
    const { body } = await stack.attacker.post('/batch/scrape', { urls })
    const id = String(body['id'])
    await stack.jobEnd(stack.attacker, `/batch/scrape/${id}`, jobTimeoutMs)
    const end = (await stack.attacker.get(`/batch/scrape/${id}`)).body
    const { workflow } = stack.t.temporal
    const sizes: number[] = []
    let memoBytes = 0
    for await (const run of workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) {
      const { historySize = 0, memo } = await workflow.getHandle(run.workflowId, run.runId).describe()
      sizes.push(historySize)
      memoBytes = Math.max(memoBytes, payloadBytes(memo))
    }
    const warnings = end['warnings'] as string[]
    return [
      allOf('URLs that ended', Number(end['failed']), urls.length),
      atMost('largest history', Math.max(...sizes), temporalLimits.historyBytesBeforeContinueAsNew, ' B'),
      atMost('memo', memoBytes, temporalLimits.memoMaxBytes, ' B'),
      holds('warnings', String(warnings.length), `at most ${warningsMax}`, warnings.length <= warningsMax),
      reported('runs and all their histories', `${sizes.length}, ${sizes.reduce((sum, size) => sum + size, 0)} B`),
    ]
  },
}
