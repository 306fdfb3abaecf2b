/**
 * Tests that need nothing but a stack with the usual settings, which they share: to start one costs more CPU than any of
 * them.
 */
import { after, before, describe } from 'node:test'
import { testBadInput } from './plain/bad-input.ts'
import { testDocuments } from './plain/documents.ts'
import { testJobList } from './plain/job-list.ts'
import { testJsonOutput } from './plain/json-output.ts'
import { testLedger } from './plain/ledger.ts'
import { testLimits } from './plain/limits.ts'
import { testLocalPorts } from './plain/local-ports.ts'
import { testRetry } from './plain/retry.ts'
import { testTenants } from './plain/tenants.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let t: TestStack
const site = { latencyMs: 20 }

before(async () => {
  t = await startTestStack({ site })
})

after(async () => await t?.close())

const shared = (): TestStack => t

describe('the list of jobs', () => testJobList(shared, site))
testLocalPorts(shared)
describe('ledgers', () => testLedger(shared))
testBadInput(shared)
testTenants(shared)
testRetry(shared)
testJsonOutput(shared)
describe('documents', () => testDocuments(shared))
describe('limits of a key', () => testLimits(shared))
