/** Sessions in memory for tests: leases as the session entity grants them, objects in a memory store. */
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { SessionStore } from '@seine/shared/sessions/session-store.ts'
import type {
  AcquireSession,
  PlaybookFacts,
  ReleaseAnswer,
  ReloginAnswer,
  SessionGrant,
  SessionWorkflowInput,
} from '@seine/shared/sessions/shapes.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import type { SessionAccess } from '../contract.ts'
import { KeyedQueue } from '@seine/shared/lifecycle/keyed-queue.ts'

export const plainFacts: PlaybookFacts = {
  version: 1,
  runs: false,
  refreshEverySecs: null,
  refreshOnLogout: true,
  runMaxMs: 1_000,
}

export interface FakeSession {
  stateKey: string | null
  fence: number
  isHeld: boolean
  useCount: number
  facts: PlaybookFacts
  implicit: boolean
}

/** One session, `acme/shop` of example.com, which a test may change between calls. */
export interface FakeAccess extends SessionAccess {
  objects: MemoryStore
  session: FakeSession | null
  /** Answers of the next calls, in place of the normal ones. */
  grants: (SessionGrant | Error)[]
  relogins: ReloginAnswer[]
  /** True when the lease has ended without the holder's knowledge. */
  isLost: boolean
  asked: AcquireSession[]
}

export const shop: SessionRef = { tenant: 'acme', id: 'shop' }
export const shopFolder = { ...shop, incarnation: 'one' }

/** Grants the lease, unless the session is held. */
const grant = (session: FakeSession): SessionGrant => {
  if (session.isHeld) return { kind: 'busy', retryAfterSecs: 2 }
  session.isHeld = true
  session.fence += 1
  session.useCount += 1
  const { fence, implicit, stateKey, facts: playbook } = session
  return { kind: 'granted', fence, incarnation: 'one', domain: 'example.com', implicit, stateKey, playbook }
}

/** Creates the fake. */
export function fakeAccess(facts: Partial<PlaybookFacts> = {}): FakeAccess {
  const objects = new MemoryStore()
  const store = new SessionStore(objects, readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 3).toString('base64') }))
  const first = {
    stateKey: null,
    fence: 0,
    isHeld: false,
    useCount: 0,
    facts: { ...plainFacts, ...facts },
    implicit: false,
  }
  const access: FakeAccess = {
    objects,
    session: first,
    grants: [],
    relogins: [],
    isLost: false,
    asked: [],
    store,
    queues: new KeyedQueue(),
    client: {
      facts: async (ref) => {
        const { session } = access
        const known = { ...ref, incarnation: 'one', domain: 'example.com' }
        return await Promise.resolve(session === null ? null : { ...known, implicit: session.implicit })
      },
      acquire: async (_ref, request) => {
        access.asked.push(request)
        const granted = access.grants.shift()
        if (granted instanceof Error) throw granted
        return await Promise.resolve(granted ?? (access.session === null ? null : grant(access.session)))
      },
      acquireImplicit: async ({ stateKey }: SessionWorkflowInput) => {
        access.session = { ...first, stateKey, implicit: true }
        return await Promise.resolve(grant(access.session))
      },
      release: async (_ref, { fence, stateKey, unused = false }): Promise<ReleaseAnswer> => {
        const { session } = access
        if (session === null || access.isLost || session.fence !== fence) return await Promise.resolve({ kind: 'lost' })
        session.isHeld = false
        session.useCount -= unused ? 1 : 0
        session.stateKey = stateKey ?? session.stateKey
        return { kind: 'released' }
      },
      relogin: async () => await Promise.resolve(access.relogins.shift() ?? { kind: 'lost' }),
    },
  }
  return access
}
