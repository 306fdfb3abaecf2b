/** Listeners that nothing may reach, on both loopback addresses under one port. */
import { startTcpSentinel, type Sentinel } from '@seine/shared/egress/testing/sentinels.ts'

/** Starts them. Where the machine has no IPv6 loopback, there is one on 127.0.0.1 alone. */
export async function startLoopbackSentinels(): Promise<Sentinel> {
  const first = await startTcpSentinel()
  // The port may be taken on ::1, or there is no ::1: either way no connection of ours can hide there.
  const second = await startTcpSentinel('::1', first.port).catch(() => null)
  return {
    port: first.port,
    hits: () => first.hits() + (second?.hits() ?? 0),
    close: async () => {
      await Promise.all([first.close(), second?.close()])
    },
  }
}
