/**
 * One CDP session per browser process that is notified of every page, popup and worker of every browser context
 * before it runs, and passes each to the watch of its context.
 *
 * Commands to a paused target are sent and not awaited: a target waits for its debugger until it receives
 * `Runtime.runIfWaitingForDebugger`, and awaiting anything before that can hang the page.
 */
import type { Browser, CDPSession, Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { TargetHook, TargetHub } from './contract.ts'
import type { TargetType } from './messages/model.ts'

/** Targets that are attached through the browser; all others are attached through the session of their parent. */
const topLevelTypes = [{ type: 'page' }, { type: 'service_worker' }, { type: 'shared_worker' }]
const nestedTypes = [{ type: 'iframe' }, { type: 'worker' }]

const targetTypes: Readonly<Record<string, TargetType>> = {
  page: 'page',
  iframe: 'iframe',
  worker: 'worker',
  shared_worker: 'shared_worker',
  service_worker: 'service_worker',
}

/** Targets whose bodies are kept across navigations. Workers are left out: their bodies are read at once. */
const keptTypes: ReadonlySet<string> = new Set(['page', 'iframe'])

/** The watch of a browser context. */
interface Watch {
  keepBodies: boolean
  onAttached: TargetHook
  /** Whether the context has its page; every later page is a popup. */
  hasPage: boolean
}

/** A second session to a target that only keeps bodies. */
interface Keeper {
  session: CDPSession | null
}

/** Sends a command; the target or its session may be gone by the time it arrives. */
const sendQuietly = (session: CDPSession, ...command: Parameters<CDPSession['send']>): void => {
  session.send(...command).catch(() => {})
}

/** Resumes and detaches a target that is not watched. */
const letGo = (parent: CDPSession, session: CDPSession): void => {
  sendQuietly(session, 'Runtime.runIfWaitingForDebugger')
  sendQuietly(parent, 'Target.detachFromTarget', { sessionId: session.id() })
}

/**
 * Attaches to all targets of the browser, including future ones.
 * @throws the errors of Puppeteer when the browser is gone.
 */
export async function createTargetHub(browser: Browser): Promise<TargetHub> {
  const root = await browser.target().createCDPSession()
  const watches = new Map<string, Watch>()
  /** Keepers that were requested and are not attached yet, by target. */
  const keepersDue = new Map<string, Keeper>()

  /**
   * Requests a keeper. Streaming in a session loses the bodies that the same session keeps outside of the page, so
   * they are kept by a separate session. It enables no events; the first document may arrive before it is attached.
   */
  const requestKeeper = (targetId: string): Keeper => {
    const keeper: Keeper = { session: null }
    keepersDue.set(targetId, keeper)
    root.send('Target.attachToTarget', { targetId, flatten: true }).catch(() => keepersDue.delete(targetId))
    return keeper
  }

  const acceptKeeper = (keeper: Keeper, session: CDPSession): void => {
    keeper.session = session
    sendQuietly(session, 'Network.configureDurableMessages', {
      maxTotalBufferSize: captureLimits.browserBufferMaxBytes,
      maxResourceBufferSize: captureLimits.browserResourceMaxBytes,
    })
  }

  const attach = (watch: Watch, session: CDPSession, info: Protocol.Target.TargetInfo): void => {
    let type = targetTypes[info.type] ?? 'page'
    if (type === 'page' && watch.hasPage) type = 'popup'
    else if (type === 'page') watch.hasPage = true
    session.on('Target.attachedToTarget', (event) => onAttached(session, event, watch))
    const keeper = watch.keepBodies && keptTypes.has(info.type) ? requestKeeper(info.targetId) : null
    try {
      watch.onAttached({
        session,
        type,
        targetId: info.targetId,
        url: info.url,
        keeper: () => keeper?.session ?? null,
      })
    } finally {
      sendQuietly(session, 'Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: nestedTypes,
      })
      sendQuietly(session, 'Runtime.runIfWaitingForDebugger')
    }
  }

  /** @param inherited watch of the parent target; undefined for a target attached through the browser. */
  const onAttached = (
    parent: CDPSession,
    event: Protocol.Target.AttachedToTargetEvent,
    inherited: Watch | undefined,
  ): void => {
    const session = parent.connection()?.session(event.sessionId)
    if (session === null || session === undefined) return
    const keeper = keepersDue.get(event.targetInfo.targetId)
    if (keeper !== undefined && parent === root) {
      keepersDue.delete(event.targetInfo.targetId)
      acceptKeeper(keeper, session)
      return
    }
    const contextId = event.targetInfo.browserContextId
    const watch = inherited ?? (contextId === undefined ? undefined : watches.get(contextId))
    if (watch === undefined || !isWatching(watch)) letGo(parent, session)
    else attach(watch, session, event.targetInfo)
  }

  const isWatching = (watch: Watch): boolean => {
    for (const live of watches.values()) if (live === watch) return true
    return false
  }

  root.on('Target.attachedToTarget', (event) => onAttached(root, event, undefined))
  await root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: topLevelTypes,
  })

  return {
    watch: (browserContextId, onTarget, keepBodies = false) => {
      const watch: Watch = { onAttached: onTarget, keepBodies, hasPage: false }
      watches.set(browserContextId, watch)
      return () => {
        if (watches.get(browserContextId) === watch) watches.delete(browserContextId)
      }
    },
    close: async () => {
      watches.clear()
      await root.detach().catch(() => {})
    },
  }
}
