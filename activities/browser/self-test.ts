/**
 * The test that every engine passes before it serves: the flags that confine it to its proxy must still work. A
 * browser update may rename or drop one without notice.
 */
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import {
  startTcpSentinel,
  startTrapProxy,
  startUdpSentinel,
  type Sentinel,
  type TrapProxy,
} from '@seine/shared/egress/sentinels.ts'
import { AttemptClock } from './time/attempt-clock.ts'
import type { ContextLease } from './pool/contract.ts'

/** The browser gets past its proxy, or the test could not decide. Nothing may be loaded with it. */
export class ContainmentError extends Error {
  override readonly name = 'ContainmentError'
  /** Ways around the proxy that were found open. */
  readonly channels: readonly string[]

  constructor(message: string, channels: readonly string[]) {
    super(message)
    this.channels = channels
  }
}

/** The test page: each function tries one way around the proxy and settles when the browser has an answer. */
const page = `<!doctype html><title>self-test</title><script>
const answered = (promise) => promise.then(() => 'answered', () => 'refused')
globalThis.tryFetch = (url) => answered(fetch(url, { mode: 'no-cors' }))
globalThis.tryWebSocket = (url) => new Promise((resolve) => {
  const socket = new WebSocket(url)
  socket.onclose = () => resolve('refused')
  socket.onopen = () => resolve('answered')
})
globalThis.tryPreconnect = (url) => {
  const link = Object.assign(document.createElement('link'), { rel: 'preconnect', href: url })
  document.head.append(link)
}
globalThis.tryWebRtc = (url, capMs) => new Promise((resolve) => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: url }] })
  peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve('complete')
  peer.createDataChannel('x')
  peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  setTimeout(() => resolve('gathering'), capMs)
})
</script>`

interface Traps {
  fetch: Sentinel
  webSocket: Sentinel
  preconnect: Sentinel
  webRtc: Sentinel
  proxy: TrapProxy
}

async function setTraps(): Promise<Traps> {
  return {
    fetch: await startTcpSentinel(),
    webSocket: await startTcpSentinel(),
    preconnect: await startTcpSentinel(),
    webRtc: await startUdpSentinel(),
    proxy: await startTrapProxy(page),
  }
}

/** Returns the ways by which a sentinel was reached. */
function openChannels(traps: Traps): string[] {
  const channels = [
    ['fetch to loopback', traps.fetch],
    ['WebSocket to loopback', traps.webSocket],
    ['preconnect to loopback', traps.preconnect],
    ['WebRTC over UDP', traps.webRtc],
  ] as const
  return channels.filter(([, sentinel]) => sentinel.hits() > 0).map(([name]) => name)
}

function refuseLeaks(traps: Traps): void {
  const open = openChannels(traps)
  if (open.length > 0) {
    throw new ContainmentError(`the browser bypasses its proxy: ${open.join(', ')}`, open)
  }
}

/**
 * Requires control requests at the proxy: without them the browser may have tried nothing, and an untouched sentinel
 * would prove nothing.
 */
function requireControls(proxy: TrapProxy, wanted: Readonly<Record<string, string>>): void {
  const missing = Object.entries(wanted).filter(([, line]) => !proxy.requests.includes(line))
  if (missing.length > 0) {
    const names = missing.map(([name]) => name)
    throw new ContainmentError(`the browser did not send to its proxy: ${names.join(', ')}`, names)
  }
}

async function tryWaysOut(lease: ContextLease, traps: Traps, clock: AttemptClock): Promise<void> {
  const tab = await clock.step(lease.context.newPage())
  const evaluate = (call: string): Promise<unknown> => clock.step(tab.evaluate(call))
  const { fetch, webSocket, preconnect, webRtc } = traps
  await clock.step(tab.goto('http://self-test.test/', { waitUntil: 'load' }))
  await evaluate(`tryPreconnect('https://127.0.0.1:${preconnect.port}')`)
  await evaluate(`Promise.all([
    tryFetch('http://127.0.0.1:${fetch.port}/literal'),
    tryFetch('http://localhost:${fetch.port}/name'),
    tryWebSocket('ws://127.0.0.1:${webSocket.port}/'),
    tryWebRtc('stun:127.0.0.1:${webRtc.port}', ${poolLimits.selfTestGatherMs}),
  ])`)
  refuseLeaks(traps)
  requireControls(traps.proxy, {
    'fetch to loopback': `GET http://127.0.0.1:${fetch.port}/literal`,
    'fetch to localhost': `GET http://localhost:${fetch.port}/name`,
    'WebSocket to loopback': `CONNECT 127.0.0.1:${webSocket.port}`,
  })
  // Tested last, when the bypass of local addresses is known to be off: nothing may connect to this address.
  await evaluate(`tryFetch('http://169.254.1.1:${fetch.port}/link-local')`)
  requireControls(traps.proxy, {
    'fetch to a link-local address': `GET http://169.254.1.1:${fetch.port}/link-local`,
  })
  refuseLeaks(traps)
}

/**
 * Tries every way around the proxy in a separate context.
 * @param open opens a context with the given proxy; it is released here.
 * @throws ContainmentError when a way is open or the test could not run; the errors of `open`.
 */
export async function selfTest(open: (proxyUrl: string) => Promise<ContextLease>): Promise<void> {
  const traps = await setTraps()
  const clock = new AttemptClock(poolLimits.selfTestTimeoutMs)
  let lease: ContextLease | null = null
  try {
    lease = await open(traps.proxy.url)
    await tryWaysOut(lease, traps, clock)
  } catch (error) {
    // A leak matters more than the error it caused in the page.
    refuseLeaks(traps)
    throw error
  } finally {
    clock.clear()
    await lease?.release()
    await Promise.all(Object.values(traps).map((trap: Sentinel | TrapProxy) => trap.close()))
  }
}
