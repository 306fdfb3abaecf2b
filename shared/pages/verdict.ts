/** The judge's verdict on a response. Types only. */

export interface BlockSignal {
  /** Vendor of the blocking system: `cloudflare`, `datadome` ...; `generic` when unknown. */
  vendor: string
  /** The feature by which it was recognised. */
  signal: string
  /**
   * `high`: the vendor states it; `medium`: nothing else looks like this; `low`: a refusal that may equally be the
   * website's own answer.
   */
  confidence: 'high' | 'medium' | 'low'
}

/** The kind of a response. */
export type Verdict =
  | { kind: 'success' }
  /** A challenge, a captcha, or a refusal of a firewall. */
  | { kind: 'blocked'; signal: BlockSignal }
  /** An application whose content only a browser produces. `reasons` lists the evidence, strongest first. */
  | { kind: 'js_shell'; reasons: string[] }
  /** Nothing to read. */
  | { kind: 'empty' }
