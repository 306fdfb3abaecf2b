/// <reference lib="dom" />
/**
 * Local storage of a session in a browser context: filled before the page starts, read after it has ended. Origins
 * that no frame shows are opened in a separate page whose every request is answered here with an empty document:
 * nothing is sent, and no script of the site runs.
 */
import type { BrowserContext, CDPSession, Frame, Page } from 'puppeteer'
import { sessionStateLimits } from '../limits/session-state-limits.ts'
import type { SessionState } from '@seine/shared/sessions/state.ts'
import { frameIdOf, sessionOf } from '../actions/world.ts'
import type { AttemptClock } from '../time/attempt-clock.ts'

type Items = Record<string, string>
type Storage = SessionState['localStorage']

const { frameTimeoutMs, framesMax } = sessionStateLimits

/** Runs in an empty document. */
function fill(items: Items): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}

/** Runs in any document; null when storage is not available, or holds more than a session may keep. */
function read(itemsMax: number, charactersMax: number): [key: string, value: string][] | null {
  try {
    if (localStorage.length > itemsMax) return null
    const items: [string, string][] = []
    let characters = 0
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at) ?? ''
      const value = localStorage.getItem(key) ?? ''
      characters += key.length + value.length
      if (characters > charactersMax) return null
      items.push([key, value])
    }
    return items
  } catch {
    return null
  }
}

/** Runs a function in an isolated world of a frame. */
async function runApart<Args extends unknown[], Result>(
  frame: Frame,
  run: (...args: Args) => Result,
  ...args: Args
): Promise<Result | null> {
  const session = sessionOf(frame)
  const world = { frameId: frameIdOf(frame), worldName: 'seine-session' }
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world)
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: run.toString(),
    executionContextId,
    arguments: args.map((value) => ({ value })),
    returnByValue: true,
  })
  return exceptionDetails === undefined ? (result.value as Result) : null
}

const emptyDocument = Buffer.from('<!doctype html>').toString('base64')

/** Answers every request of a page with an empty document. */
async function answerAlone(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'content-type', value: 'text/html' }]
    session
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: emptyDocument })
      .catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

/** Opens an empty document for each origin, one after the other. */
async function atOrigins(
  context: BrowserContext,
  origins: readonly string[],
  clock: AttemptClock,
  visit: (frame: Frame, origin: string) => Promise<void>,
): Promise<void> {
  const page = await clock.step(context.newPage())
  try {
    await clock.step(answerAlone(sessionOf(page.mainFrame())))
    for (const origin of origins) {
      await clock.step(page.goto(`${origin}/`, { waitUntil: 'domcontentloaded' }))
      await clock.step(visit(page.mainFrame(), origin))
    }
  } finally {
    page.close().catch(() => {})
  }
}

/**
 * Fills in the local storage of a session. Await it before the session's page is opened.
 * @throws AttemptEndedError when the attempt ends; StepTimeoutError; the errors of Puppeteer.
 */
export async function fillStorage(context: BrowserContext, storage: Storage, clock: AttemptClock): Promise<void> {
  const origins = Object.keys(storage).filter((origin) => Object.keys(storage[origin]!).length > 0)
  if (origins.length === 0) return
  await atOrigins(context, origins, clock, async (frame, origin) => {
    await runApart(frame, fill, storage[origin]!)
  })
}

const readItems = async (frame: Frame): Promise<Items | null> => {
  const { storageItemsMax, storageMaxCharacters } = sessionStateLimits
  const items = await runApart(frame, read, storageItemsMax, storageMaxCharacters)
  return items === null ? null : Object.fromEntries(items)
}

/** Returns the origin of a frame; null for a frame that has none of its own. */
function originOf(frame: Frame): string | null {
  const url = URL.parse(frame.url())
  return url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') ? null : url.origin
}

/**
 * Reads the local storage that pages left.
 * @param page null when it is closed.
 * @param origins origins to read.
 * @returns the storage of the origins that could be read.
 */
export async function readStorage(
  context: BrowserContext,
  page: Page | null,
  origins: readonly string[],
  clock: AttemptClock,
): Promise<Storage> {
  const storage: Storage = {}
  const wanted = new Set(origins)
  for (const frame of page?.frames().slice(0, framesMax) ?? []) {
    const origin = originOf(frame)
    if (origin === null || !wanted.has(origin)) continue
    // A document that does not answer blocks its process for other documents of its origin as well.
    wanted.delete(origin)
    const items = await clock.step(readItems(frame), frameTimeoutMs).catch(() => null)
    if (items !== null) storage[origin] = items
  }
  if (wanted.size === 0) return storage
  await atOrigins(context, [...wanted], clock, async (frame, origin) => {
    const items = await readItems(frame)
    if (items !== null) storage[origin] = items
  })
  return storage
}
