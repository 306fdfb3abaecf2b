/**
 * A whole stack in which a worker of the test replaces the scrape worker: the test decides the result of each playbook.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { checkAnswer } from '@seine/shared/api/testing/response-check.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import { implicitInput, SessionStore } from '@seine/shared/sessions/session-store.ts'
import { emptyState } from '@seine/shared/sessions/state.ts'
import { createSessionClient } from '@seine/shared/sessions/temporal-sessions.ts'
import type {
  RemoveSessionInput,
  RunPlaybookInput,
  RunPlaybookResult,
  SessionGrant,
  SessionWorkflowInput,
} from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { builtWorkflows } from './built-workflows.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

type Granted = Extract<SessionGrant, { kind: 'granted' }>

const sealingKey = Buffer.alloc(32, 9).toString('base64')

/** Reference to a session of the stack's tenant. */
export const refOf = (id: string): SessionRef => ({ tenant: 'default', id })

/** Lease options of a user that does not wait. */
export const asksOnce = { holder: 'a test', leaseMs: 60_000, waitMs: 0 }

/** Returns the grant of a session that must be free. */
export function grantedOf(grant: SessionGrant | null): Granted {
  assert.equal(grant?.kind, 'granted', JSON.stringify(grant))
  return grant
}

/** What takes a second on an idle machine may take much longer on a busy one. */
const patienceMs = 120_000

/** Polls until there is a result. */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
  const endsAtMs = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (seen !== null) return seen
    if (performance.now() > endsAtMs) throw new Error('it never came')
    await sleep(50)
  }
}

export interface LabAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** The stack, its sessions, and the worker that runs their playbooks. */
export class SessionLab {
  readonly t: TestStack
  readonly sessions: SessionClient
  readonly objects: SessionStore
  readonly workflowBundle: Awaited<ReturnType<typeof builtWorkflows>>
  /** Requested runs, in order. */
  readonly runs: RunPlaybookInput[] = []
  /** Returns the result of a run. */
  outcome: (input: RunPlaybookInput) => Promise<RunPlaybookResult>
  #stop: () => Promise<void> = async () => undefined

  private constructor(t: TestStack, workflowBundle: Awaited<ReturnType<typeof builtWorkflows>>) {
    this.t = t
    this.workflowBundle = workflowBundle
    this.objects = new SessionStore(t.store, readSealing({ SEINE_SEALING_KEY: sealingKey }))
    this.sessions = createSessionClient(t.temporal)
    this.outcome = this.succeed
  }

  static async start(): Promise<SessionLab> {
    Runtime.install({ logger: new DefaultLogger('ERROR') })
    const t = await startTestStack({ environment: { SEINE_SEALING_KEY: sealingKey } })
    await t.stack.part('scrapeWorker').stop()
    const lab = new SessionLab(t, await builtWorkflows())
    const connection = await NativeConnection.connect({ address: t.stack.file.temporal })
    const { workflowBundle, objects } = lab
    const worker = await Worker.create({
      connection,
      workflowBundle,
      taskQueue: taskQueues.control,
      activities: {
        runPlaybook: async (input: RunPlaybookInput) => {
          lab.runs.push(input)
          return await lab.outcome(input)
        },
        removeSession: async (input: RemoveSessionInput) => await objects.removeAll(input),
      },
    })
    const running = worker.run()
    lab.#stop = async () => {
      worker.shutdown()
      await running
      await connection.close()
    }
    return lab
  }

  async close(): Promise<void> {
    await this.#stop()
    await this.t.close()
  }

  /** Runs a login that succeeds. */
  readonly succeed = async (input: RunPlaybookInput): Promise<RunPlaybookResult> => ({
    ok: true,
    stateKey: await this.objects.writeState(input, input.fence, emptyState()),
  })

  /** Makes runs wait until they are released. */
  hold(): { begun: Promise<undefined>; end: () => void } {
    const begun = Promise.withResolvers<undefined>()
    const end = Promise.withResolvers<undefined>()
    this.outcome = async (input) => {
      begun.resolve(undefined)
      await end.promise
      return await this.succeed(input)
    }
    return {
      begun: begun.promise,
      end: () => {
        this.outcome = this.succeed
        end.resolve(undefined)
      },
    }
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<LabAnswer> {
    const { gateway, apiKey } = this.t.stack.file
    const answer = await fetch(new URL(path, gateway), {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    checkAnswer({ method, path, status: answer.status, headers: answer.headers, text })
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    }
  }

  /** Registers a session through the API. @returns its id. */
  async register(playbook: Record<string, unknown> = {}, others: Record<string, unknown> = {}): Promise<string> {
    const created = await this.call('POST', '/sessions', { domain: 'example.com', playbook, ...others })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    return String(created.body['session_id'])
  }

  async read(id: string): Promise<Record<string, unknown>> {
    return (await this.call('GET', `/sessions/${id}`)).body
  }

  /** Starts a session workflow with shorter limits than a request can set. */
  async startEntity(own: Partial<SessionWorkflowInput>): Promise<SessionRef> {
    const ref = refOf(`own-${randomUUID()}`)
    const input = implicitInput(ref, { domain: 'example.com' }, randomUUID())
    assert.ok(await this.sessions.start({ ...input, stateKey: null, implicit: false, ...own }))
    return ref
  }
  /** Replays the history of every session so far. @returns their number. @throws when a replay diverges. */
  async replayAll(): Promise<number> {
    const found = this.t.temporal.workflow.list({ query: `WorkflowType = 'session'` })
    const { workflowBundle } = this
    let replayed = 0
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, found.intoHistories())) {
      assert.equal(error, undefined, `${workflowId}: ${error?.message}`)
      replayed += 1
    }
    return replayed
  }
}
