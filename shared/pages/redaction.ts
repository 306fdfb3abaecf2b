/** What is taken out of a page before anyone sees it. Types only. */

/** The secrets of a playbook, or of a playbook and the cookies of its session. */
export interface Redaction {
  /** The same for the same secrets, and for them alone: versions of a playbook that differ in them differ here. */
  key: string
  secrets: readonly string[]
}

/** What has to be known of a text. */
export interface TextFacts {
  isBase64?: boolean
  /** Whether it is the beginning of something: of a secret, its end may be missing. */
  isCut?: boolean
}
