/** Tests whose own Temporal workers replace the scrape worker of a stack; they share the stack. */
import { after, before, describe } from 'node:test'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { testLocalAdvances } from './replaced/local-advances.ts'
import { testRepeatedAdvance } from './replaced/repeated-advance.ts'
import { testUnfinishedJob } from './replaced/unfinished-job.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let t: TestStack

before(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  t = await startTestStack()
})

after(async () => await t?.close())

const shared = (): TestStack => t

testLocalAdvances(shared)
testUnfinishedJob(shared)
describe('a repeated advance', () => testRepeatedAdvance(shared))
