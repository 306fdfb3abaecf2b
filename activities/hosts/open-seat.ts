/** A seat at a host that is not shared: a turn is always free. */
import type { HostSeat } from '@seine/shared/pages/host-seats.ts'

const openTurn = { repeat: () => 0, end: () => undefined }

export const openSeat: HostSeat = {
  tryStart: () => openTurn,
  withdraw: () => undefined,
  restMs: () => 0,
  bindCrawlDelay: () => undefined,
  leave: () => undefined,
}
