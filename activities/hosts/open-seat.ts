/** A place at a host that is not shared: turns are free at any time. */
import type { HostSeat } from '@seine/shared/pages/host-seats.ts'

const openTurn = { repeat: () => 0, end: () => undefined }

export const openSeat: HostSeat = {
  tryStart: () => openTurn,
  withdraw: () => undefined,
  restMs: () => 0,
  bindCrawlDelay: () => undefined,
  leave: () => undefined,
}
