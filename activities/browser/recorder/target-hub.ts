/**
 * One CDP session per browser process that is told of every page, popup and worker of every browser
 * context before it runs, and hands each to whoever watches its context.
 *
 * Commands to a paused target are sent and not awaited: a target waits for its debugger until
 * `Runtime.runIfWaitingForDebugger` comes, and awaiting anything before that can hang the page.
 */
import type { Browser, CDPSession, Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { TargetHook, TargetHub } from './contract.ts'
import type { TargetType } from './messages/model.ts'

/** Targets that hang off the browser; the rest is reached through the session of its parent. */
const topLevelTypes = [{ type: 'page' }, { type: 'service_worker' }, { type: 'shared_worker' }]
const nestedTypes = [{ type: 'iframe' }, { type: 'worker' }]

const targetTypes: Readonly<Record<string, TargetType>> = {
  page: 'page',
  iframe: 'iframe',
  worker: 'worker',
  shared_worker: 'shared_worker',
  service_worker: 'service_worker',
}

/** Targets whose bodies are worth keeping across navigations. Workers do without: theirs are read at once. */
const keptTypes: ReadonlySet<string> = new Set(['page', 'iframe'])

/** Who watches a context. */
interface Watch {
  keepBodies: boolean
  onAttached: TargetHook
  /** Whether the context has its page; every later one is a popup. */
  hasPage: boolean
}

/** A second session to a target that only keeps bodies. */
interface Keeper {
  session: CDPSession | null
}

/** A target or its session may be gone by the time a command arrives. */
const sendQuietly = (session: CDPSession, ...command: Parameters<CDPSession['send']>): void => {
  session.send(...command).catch(() => {})
}

/** Nobody wants the target. */
const letGo = (parent: CDPSession, session: CDPSession): void => {
  sendQuietly(session, 'Runtime.runIfWaitingForDebugger')
  sendQuietly(parent, 'Target.detachFromTarget', { sessionId: session.id() })
}

/**
 * Attaches to everything in the browser, now and later.
 * @throws whatever Puppeteer throws when the browser is gone.
 */
export async function createTargetHub(browser: Browser): Promise<TargetHub> {
  const root = await browser.target().createCDPSession()
  const watches = new Map<string, Watch>()
  /** Keepers that were asked for and are not there yet, by target. */
  const keepersDue = new Map<string, Keeper>()

  /**
   * Bodies that are kept outside the page are lost to streaming in the same session, hence one of its
   * own. It enables no events; the first document may come before it is there.
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

  /** @param inherited watch of the parent target; undefined for what hangs off the browser. */
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
