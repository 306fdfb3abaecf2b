/** What a response is, as the judge says. Types only. */

export interface BlockSignal {
  /** Who keeps us out: `cloudflare`, `datadome` …; `generic` when unknown. */
  vendor: string
  /** What gave it away. */
  signal: string
  /**
   * `high`: the vendor says so; `medium`: nothing else looks like this; `low`: a refusal that may
   * just as well be the website's own answer.
   */
  confidence: 'high' | 'medium' | 'low'
}

/** What a response is. */
export type Verdict =
  | { kind: 'success' }
  /** A challenge, a captcha, a refusal of a firewall. */
  | { kind: 'blocked'; signal: BlockSignal }
  /** An application that only a browser fills with content. @param reasons what says so, strongest first. */
  | { kind: 'js_shell'; reasons: string[] }
  /** Nothing to read. */
  | { kind: 'empty' }
