/** How pages get a turn at their host. One host has one clock, whichever job, call or worker asks it. */
import type { HostSign } from './host-sign.ts'

/** Who asks a host: a job or a call of a tenant. */
export interface HostUser {
  tenant: string
  /** Id of the job or the request. */
  work: string
  /**
   * Requests of others wait for what it asks for while they are under way. It goes beyond the bound of requests in
   * flight: otherwise they and it would wait for each other. @default false
   */
  goesFirst?: boolean
}

/** A request to the host that is under way. */
export interface HostTurn {
  /**
   * The request was cut off and is made again within the turn. The repeat is spaced as any start is.
   * @returns milliseconds to wait before it is made; the starts of others are spaced from then on.
   */
  repeat(): number
  /** The request is over. Further calls have no effect. @param sign what it says of the host. */
  end(sign: HostSign): void
}

/** The place of a user at one host. */
export interface HostSeat {
  /**
   * Takes a turn if one is free and no other user comes first; the request starts at once.
   * @returns null when it has to wait; `onTurn` of the seat is called as soon as a turn may be free.
   */
  tryStart(): HostTurn | null
  /** The user wants no turn at present. */
  withdraw(): void
  /** Milliseconds until the host may be asked again because it has asked for rest; 0 = it has not. */
  restMs(): number
  /**
   * The crawl-delay that robots.txt of an origin of the host asks for: the latest reading counts, of several origins
   * the longest delay.
   * @param delayMs milliseconds; 0 = none.
   */
  bindCrawlDelay(origin: string, delayMs: number): void
  /** Gives the place up. Turns that were taken end by themselves. */
  leave(): void
}

/** Where turns at hosts are had. */
export interface HostSeats {
  /**
   * @param host host name with its port, as in URLs.
   * @param onTurn called when a seat that waits may try again; it may try within the call.
   */
  join(host: string, user: HostUser, onTurn: () => void): HostSeat
}

/** A slot of the process that a caller does without while it waits. */
export interface LentSlot {
  /** It was given back, and not taken again. */
  readonly isLent: boolean
  giveBack(): void
  /**
   * Takes it again; at once where it was not given back.
   * @param waitMaxMs longest wait for it.
   * @throws NoSlotError, or the reason of `signal`.
   */
  takeAgain(waitMaxMs: number, signal: AbortSignal): Promise<void>
}
