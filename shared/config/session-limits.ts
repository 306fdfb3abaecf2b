/** Limits of sessions and playbooks. Every name states its unit. */

export const sessionLimits = {
  /** Lifetime of a session after its last use, seconds. */
  ttlSecsMin: 60,
  ttlSecsMax: 604_800,
  ttlSecsDefault: 86_400,
  /** Lifetime of a session that a call created implicitly. */
  implicitTtlSecs: 86_400,
  maxUsesMax: 1_000_000_000,
  idMaxCharacters: 128,
  domainMaxCharacters: 255,

  cookiesMax: 200,
  /** Size of one cookie, name and value together. RFC 6265, section 6.1. */
  cookieMaxBytes: 4_096,
  headersMax: 50,
  headersMaxBytes: 8_192,
  originsMax: 20,
  storageItemsMax: 200,
  storageMaxBytes: 65_536,
  secretsMax: 50,
  secretMaxBytes: 8_192,
  /** All secrets of a playbook together: every page is searched for them. */
  secretsMaxBytes: 16_384,
  secretNameMaxCharacters: 64,
  textMaxCharacters: 1_024,
  refreshSecsMin: 60,
  refreshSecsMax: 604_800,

  /** Longest run of a playbook, which is also the lease it takes. */
  runMaxMs: 120_000,
  /** Time of the activity in addition to the run. */
  runGraceMs: 10_000,
  /** Heartbeat timeout of the activity. */
  runHeartbeatTimeoutMs: 20_000,
  /** Longest lease that a user gets. */
  leaseMaxMs: 600_000,
  /** Longest wait for a lease. */
  waitMaxMs: 60_000,
  /**
   * Users that wait for one session at a time. Temporal allows ten open updates, and the holders of the lease need some
   * of them.
   */
  waitersMax: 5,
  /** Pause before a client asks again when there was no room to wait. */
  queueFullPauseMs: 250,
  /** Shortest time after which users may start a failed run again: sites lock accounts after too many logins. */
  retryPauseMs: 30_000,
  /** Largest value of `Retry-After`. */
  retryAfterSecsMax: 5,
  /** How long an expired session is reported as expired before it is removed. */
  expiredGraceMs: 600_000,
  /** Events in the history of an entity after which it continues as new. */
  historyEventsMax: 2_000,
  /** Updates of one run after which it continues as new; the server allows 2,000. */
  updatesMax: 1_000,
  /** How long the caller that deletes a session waits until it is gone. */
  removeWaitMs: 5_000,
  /** Timeouts of deleting the objects of a session: of all tries together, and of one try. */
  removeTimeoutMs: 86_400_000,
  removeStartToCloseMs: 60_000,

  /** Deadline of a call that the entity answers at once. */
  updateDeadlineMs: 10_000,
  /** Entries of one page of a list. */
  listPageDefault: 20,
  listPageMax: 100,
  /** Tries of a `PUT` that is overtaken by concurrent updates. */
  replaceTries: 5,
  /** Sessions of a list whose state is queried at a time. */
  viewsAtATime: 8,
} as const

/** Limits of sessions in calls and in pages of jobs. */
export const callSessionLimits = {
  /** Lease time in addition to the budget of a call or a page, for returning the session. */
  leaseGraceMs: 5_000,
  /** How long a page of a job waits in the queue of a session before it asks again. */
  jobWaitMs: 20_000,
  /** Pause before a page of a job asks again when the workflow service is unavailable. */
  awayPauseMs: 1_000,
  /** Timeout of one attempt at loading the page at which a playbook starts. */
  runAttemptMs: 60_000,
} as const

/** Text that replaces a secret. */
export const redactedMark = '[secret]'

/** Limits of the redaction of everything that is returned. */
export const redactionLimits = {
  /** Shorter secrets would also match ordinary words. */
  secretMinCharacters: 4,
  /** The Base64 form of a shorter secret is too short to be recognised. */
  base64SecretMinCharacters: 8,
  /** Automata that a thread keeps, and their memory together. */
  redactorsMax: 16,
  redactorsMaxBytes: 32 * 1024 * 1024,
  /** CPU time for one portion of texts that are redacted apart from a page. */
  textsBudgetMs: 5_000,
  /** Size of one portion: the texts that the event loop copies to a thread at a time. */
  portionMaxCharacters: 256 * 1024,
  portionMaxTexts: 2_000,
  /** Cookie and header values of a session that captures are searched for; shorter values could be ordinary words. */
  credentialMinCharacters: 8,
  credentialsMax: 200,
  credentialsMaxCharacters: 32_768,
} as const
