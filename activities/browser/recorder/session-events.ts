/** Connects one session of the protocol to the log. */
import { CDPSessionEvent, type CDPSession } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { TrafficSource } from './entry.ts'
import type { RequestLog } from './request-log.ts'
import type { Sockets } from './sockets.ts'
import type { CaptureBounds } from './contract.ts'
import type { EventMessages } from './event-messages.ts'

/** Receivers of the events of a session. */
export interface Sinks {
  log: RequestLog
  sockets: Sockets
  messages: EventMessages
  /** Called after every start and end of a request. */
  changed: () => void
}

/** Enables the network events; does not await the command, because the target is paused. */
export function enableNetwork(session: CDPSession, bounds: CaptureBounds): void {
  session
    .send('Network.enable', {
      maxTotalBufferSize: captureLimits.browserBufferMaxBytes,
      maxResourceBufferSize: captureLimits.browserResourceMaxBytes,
      maxPostDataSize: bounds.requestBodyMaxBytes,
    })
    // The target is gone.
    .catch(() => {})
}

/** Enables the events with which a page, a popup or a frame reports that a document has replaced another. */
export function enablePage(session: CDPSession): void {
  // The target is gone.
  session.send('Page.enable').catch(() => {})
}

/**
 * @param onGone called when the target is gone and the listeners have been removed.
 * @returns a function that removes the listeners.
 */
export function listen(source: TrafficSource, sinks: Sinks, onGone: () => void): () => void {
  const { session } = source
  const { log, sockets, messages, changed } = sinks
  const offs: (() => void)[] = []
  const on: CDPSession['on'] = (type, handler) => {
    session.on(type, handler)
    offs.push(() => session.off(type, handler))
    return session
  }
  on('Network.requestWillBeSent', (event) => {
    log.willBeSent(source, event)
    changed()
  })
  on('Network.requestWillBeSentExtraInfo', (event) => log.sentExtra(event))
  on('Network.responseReceived', (event) => log.responded(source, event))
  on('Network.responseReceivedExtraInfo', (event) => log.receivedExtra(event))
  on('Network.requestServedFromCache', (event) => log.servedFromCache(event))
  on('Network.dataReceived', (event) => log.data(event))
  on('Network.loadingFinished', (event) => {
    log.finished(source, event)
    changed()
  })
  on('Network.loadingFailed', (event) => {
    log.failed(source, event)
    changed()
  })
  on('Network.eventSourceMessageReceived', (event) => messages.received(event))
  on('Network.webSocketCreated', (event) => sockets.created(source, event))
  on('Network.webSocketWillSendHandshakeRequest', (event) => sockets.handshakeSent(event))
  on('Network.webSocketHandshakeResponseReceived', (event) => sockets.handshakeAnswered(event))
  on('Network.webSocketFrameSent', (event) => sockets.frame('sent', event))
  on('Network.webSocketFrameReceived', (event) => sockets.frame('received', event))
  on('Network.webSocketFrameError', (event) => sockets.failed(event))
  on('Network.webSocketClosed', (event) => sockets.closed(event))
  on('Page.frameNavigated', ({ frame }) => {
    log.committed(source, frame)
    changed()
  })
  const connection = session.connection()
  const onDetached = (detached: CDPSession): void => {
    if (detached !== session) return
    log.gone(source)
    changed()
    // A listener left here would be called for every target that goes away later.
    for (const off of offs) off()
    onGone()
  }
  connection?.on(CDPSessionEvent.SessionDetached, onDetached)
  offs.push(() => connection?.off(CDPSessionEvent.SessionDetached, onDetached))
  return () => {
    for (const off of offs) off()
  }
}
