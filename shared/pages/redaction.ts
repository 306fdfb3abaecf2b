/** Secrets that are removed from a page before it is returned. Types only. */

/** The secrets of a playbook, or of a playbook and the cookies of its session. */
export interface Redaction {
  /**
   * Identifies the set of secrets: equal only for the same secrets. Versions of a playbook with different secrets have
   * different keys.
   */
  key: string
  secrets: readonly string[]
}

/** Properties of a text that matter for its redaction. */
export interface TextFacts {
  isBase64?: boolean
  /** Whether the text was cut off, so that the end of a secret may be missing. */
  isCut?: boolean
}
