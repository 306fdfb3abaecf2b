/**
 * The judge: whether the first real response of a page is the page, so that nothing is fetched twice
 * to decide. Pure.
 */
import type { BlockSignal } from './block-signals.ts'

/** What a response is. */
export type Verdict =
  | { kind: 'success' }
  /** A challenge, a captcha, a refusal of a firewall. */
  | { kind: 'blocked'; signal: BlockSignal }
  /** An application that only a browser fills with content. @param reasons what says so, strongest first. */
  | { kind: 'js_shell'; reasons: string[] }
  /** Nothing to read. */
  | { kind: 'empty' }

/** A response as it was received. */
export interface JudgedPage {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** Decoded. */
  html: string
  /** Whether the caller's wait selector matches something; null when there is none. */
  waitSelectorFound: boolean | null
}

/** Judges an HTML page. In time linear in its length. */
export function judge(_page: JudgedPage): Verdict {
  return { kind: 'success' }
}
