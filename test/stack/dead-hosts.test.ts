/** A batch of which no host has an address: what Temporal keeps of it stays small. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { temporalLimits, warningLimits } from '@seine/shared/config/limits.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { payloadBytes } from '@seine/shared/temporal/payload-size.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const hosts = 150

describe('a batch of 150 hosts without an address', () => {
  let t: TestStack
  before(async () => {
    t = await startTestStack()
  })
  after(async () => await t?.close())

  it('ends with one warning that counts them, and a history of bounded size', async (context) => {
    const urls = Array.from({ length: 2 * hosts }, (_, at) => `http://h${at % hosts}.invalid/${at}`)
    const id = await t.api.startBatch({ urls })
    const final = await t.api.watch(id)
    assert.deepEqual([final.total, final.completed, final.failed], [2 * hosts, 0, 2 * hosts])
    const [dead = '', ...others] = final.warnings.filter((warning) => warning.includes('could not be resolved'))
    assert.match(dead, /^\d+ hosts could not be resolved and were given up: (?:h\d+\.invalid, ){10}… and \d+ more$/)
    assert.deepEqual(others, [])
    assert.ok(final.warnings.length <= warningLimits.textsMax)
    let bytes = 0
    let largest = 0
    for await (const run of t.temporal.workflow.list({ query: `WorkflowId = '${runIdOf(id)}'` })) {
      const { historySize = 0, memo } = await t.temporal.workflow.getHandle(run.workflowId, run.runId).describe()
      bytes += historySize
      largest = Math.max(largest, historySize)
      const kept = payloadBytes(memo)
      assert.ok(kept <= temporalLimits.memoMaxBytes, `the memo has ${kept} bytes`)
    }
    context.diagnostic(`history: ${bytes} bytes in all, ${largest} the largest run`)
    assert.ok(largest > 0 && largest <= temporalLimits.historyBytesBeforeContinueAsNew, `${largest} bytes of history`)
  })
})
