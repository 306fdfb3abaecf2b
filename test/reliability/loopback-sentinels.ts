/** Listeners that must not be reached, on both loopback addresses under one port. */
import { startTcpSentinel, type Sentinel } from '@seine/shared/egress/sentinels.ts'

/** Starts the listeners. Without an IPv6 loopback, only the one on 127.0.0.1. */
export async function startLoopbackSentinels(): Promise<Sentinel> {
  const first = await startTcpSentinel()
  // The port may be taken on ::1, or ::1 does not exist: in either case no connection of Seine can go unnoticed there.
  const second = await startTcpSentinel('::1', first.port).catch(() => null)
  return {
    port: first.port,
    hits: () => first.hits() + (second?.hits() ?? 0),
    close: async () => {
      await Promise.all([first.close(), second?.close()])
    },
  }
}
